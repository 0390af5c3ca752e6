// Questions worth asking about an entity: first about the relations it takes part in, then about those it lacks, which
// is where something may be missing.

// [{relation: Ref, direction: 'out' | 'in', facts}], the groups of the entity and what is left of all relations.
export function questionsAbout(groups, relations) {
  const known = [...groups].sort((a, b) => b.facts - a.facts);
  const key = (relation, direction) => `${direction} ${relation.name}`;
  const taken = new Set(known.map((group) => key(group.relation, group.direction)));
  const missing = (direction) =>
    relations
      .filter((relation) => !taken.has(key(relation, direction)))
      .map((relation) => ({ relation, direction, facts: 0 }));
  // An entity that is only ever a tail, a place for instance, is asked about as a tail first.
  const heads = known.filter((group) => group.direction === 'out').length;
  const order = heads > 0 || known.length === 0 ? ['out', 'in'] : ['in', 'out'];
  return [...known, ...order.flatMap(missing)];
}

// The question as a query, its names given by `name`: ids by default.
export function asQuery(entity, { relation, direction }, name = (ref) => ref.name) {
  const query = { relation: name(relation), head: null, tail: null };
  query[direction === 'out' ? 'head' : 'tail'] = name(entity);
  return query;
}
