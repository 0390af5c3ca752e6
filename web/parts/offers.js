// What the search box offers for a text that is being typed. Each offer either fills in a piece of the question
// (`fill`) or opens a view (`open`).
import { complete, formatQuery, placeAt, queryName, tryParse } from '../query.js';
import { asQuery, questionsAbout } from '../questions.js';
import { counted } from './numbers.js';

const NAMES = 8;
const QUESTIONS = 4;

const HINTS = {
  bare: 'Type a name, or a relation and an opening bracket to ask a question.',
  relation: 'Now the relation, or ? to ask how two are related.',
  head: 'Now the head: a name, or ? to ask for it.',
  tail: 'Now the tail: a name, or ? to ask for it.',
  end: 'The question is complete: press Enter.',
};

// "Now the head ..." and what a complete question asks.
export function hintFor(text, caret) {
  const { place } = placeAt(text, caret);
  if (text.trim() === '') return HINTS.bare;
  const query = tryParse(text);
  if (query && place === 'end') {
    return query.asks === null ? 'Press Enter to see why, or why not.' : `Press Enter: it asks for the ${query.asks}.`;
  }
  return HINTS[place];
}

const nameOffer = (each, act) => ({
  kind: each.kind,
  label: each.display_name,
  // The id, where people read another name.
  note: each.display_name === each.name ? '' : each.name,
  detail: [
    each.match === 'similar' && 'similar name',
    each.kind,
    each.facts !== undefined && counted(each.facts, 'fact'),
  ]
    .filter(Boolean)
    .join(' · '),
  ...act,
});

const questionOffer = (query, detail, link) => {
  const text = formatQuery(query);
  return { kind: 'question', label: text, detail, open: link(['ask'], { q: text }), text };
};

// Ready-made questions about an entity.
async function readyMade(entity, { ask, link, run }, signal) {
  const { groups } = await ask('entity', { name: entity.name }, signal);
  return questionsAbout(groups, run?.relation_list ?? [])
    .slice(0, QUESTIONS)
    .map((question) => {
      const place = question.direction === 'out' ? 'tail' : 'head';
      return questionOffer(
        asQuery(entity, question, (ref) => ref.display_name),
        `asks for the ${place}`,
        link,
      );
    });
}

async function offersForName(text, at, app, signal) {
  if (at.typed === '') return [];
  const { suggestions } = await app.ask('suggest', { q: at.typed, count: NAMES }, signal);
  const entities = suggestions.filter((each) => each.kind === 'entity').slice(0, 5);
  const relations = suggestions.filter((each) => each.kind === 'relation').slice(0, 4);
  const questions = entities.length > 0 ? await readyMade(entities[0], app, signal) : [];
  const entityOffers = entities.map((each) => nameOffer(each, { open: app.entityLink(each.name) }));
  const relationOffers = relations.map((each) =>
    nameOffer(each, { fill: complete(text, at, queryName(each.display_name)) }),
  );
  return [...entityOffers.slice(0, 1), ...questions, ...relationOffers, ...entityOffers.slice(1)];
}

async function offersForPlace(text, at, app, signal) {
  const kind = at.place === 'relation' ? 'relation' : 'entity';
  const unknown = { kind: 'unknown', label: '?', detail: `ask for the ${at.place}`, fill: complete(text, at, '?') };
  const asksAlready = ['relation', 'head'].some((place) => place !== at.place && text.slice(0, at.from).includes('?'));
  const names =
    at.typed === '' && kind === 'relation'
      ? (app.run?.relation_list ?? [])
          .slice(0, NAMES)
          .map((each) => ({ ...each, kind }))
      : at.typed === ''
        ? []
        : (await app.ask('suggest', { q: at.typed, kind, count: NAMES }, signal)).suggestions;
  const offers = names.map((each) => nameOffer(each, { fill: complete(text, at, queryName(each.display_name)) }));
  return asksAlready ? offers : at.typed === '' ? [unknown, ...offers] : [...offers, unknown];
}

// app: {ask, link, entityLink, run}
export async function offersFor(text, caret, app, signal) {
  const at = placeAt(text, caret);
  if (at.place === 'end') return [];
  return at.place === 'bare' ? offersForName(text, at, app, signal) : offersForPlace(text, at, app, signal);
}
