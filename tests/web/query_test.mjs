// The query language, addresses and numbers, without a browser.
import assert from 'node:assert/strict';
import test from 'node:test';
import { address, parseAddress } from '../../web/address.js';
import {
  SyntaxProblem,
  complete,
  formatQuery,
  parseQuery,
  placeAt,
  queryName,
  tryParse,
  tryParseRule,
} from '../../web/query.js';
import { counted, duration, percent } from '../../web/parts/numbers.js';
import { questionsAbout } from '../../web/questions.js';

test('questions and facts are parsed', () => {
  assert.deepEqual(parseQuery('locatedIn(syria, ?)'), {
    relation: 'locatedIn',
    head: 'syria',
    tail: null,
    asks: 'tail',
  });
  assert.deepEqual(parseQuery(' ? ( a , b ) . '), { relation: null, head: 'a', tail: 'b', asks: 'relation' });
  assert.deepEqual(parseQuery('capital of(New York, ?)'), {
    relation: 'capital of',
    head: 'New York',
    tail: null,
    asks: 'tail',
  });
  assert.deepEqual(parseQuery('"[XXX] lies in [YYY]"(a, b)'), {
    relation: '[XXX] lies in [YYY]',
    head: 'a',
    tail: 'b',
    asks: null,
  });
  assert.equal(parseQuery(String.raw`r('it\'s', 'a''b')`).head, "it's");
  assert.equal(parseQuery(String.raw`r('it\'s', 'a''b')`).tail, "a'b");
});

test('what is wrong is said with its place', () => {
  const problem = (text) => {
    try {
      parseQuery(text);
    } catch (error) {
      assert.ok(error instanceof SyntaxProblem);
      return [error.position, error.message];
    }
    return assert.fail(`${text} should not be a query`);
  };
  assert.equal(problem('what is this')[0], 12);
  assert.equal(problem('r(a')[0], 3);
  assert.match(problem('r(a')[1], /comma/);
  assert.equal(problem('r(, b)')[0], 2);
  assert.match(problem('r(?, ?)')[1], /only one/);
  assert.match(problem("r('a, b)")[1], /not closed/);
  assert.match(problem('r(a, b) c')[1], /goes on/);
});

// Every name that is written must be read again as itself.
test('names survive writing and reading', () => {
  const names = [
    'a',
    'New York',
    'X',
    "it's",
    'say "a"',
    `both ' and "`,
    'a(b)',
    'a,b',
    '50%',
    '?',
    '_',
    ' a',
    'a ',
    'a\nb',
    'back\\slash',
    'x:-y',
    'a/*b',
    '<b>',
    'Saint-Barthélemy',
    '日本',
    '[XXX] is in [YYY]',
    "[XXX] isn't in [YYY]",
  ];
  for (const name of names) {
    const query = { relation: name, head: name, tail: null };
    assert.deepEqual(tryParse(formatQuery(query)), { ...query, asks: 'tail' }, formatQuery(query));
  }
  assert.equal(queryName('New York'), 'New York');
  assert.equal(queryName('?'), "'?'");
});

test('rules are parsed, with their variables', () => {
  const rule = tryParseRule("0.8 :: located in(X, 'Asia') :- neighbour of(X, A), located in(A, 'Asia') <3>");
  assert.equal(rule.head.relation.name, 'located in');
  assert.equal(rule.head.tail.kind, 'name');
  assert.deepEqual(
    rule.body.map((atom) => [atom.head.name, atom.head.kind]),
    [
      ['X', 'variable'],
      ['A', 'variable'],
    ],
  );
  assert.equal(tryParseRule('p(X, Y) :- '), null);
  assert.equal(tryParseRule('p(X, Y)').body.length, 0);
});

test('the place that is being typed', () => {
  const place = (text) => placeAt(text, text.length);
  assert.equal(place('').place, 'bare');
  assert.deepEqual([place('syr').place, place('syr').typed], ['bare', 'syr']);
  assert.equal(place('locatedIn(').place, 'head');
  assert.deepEqual([place('locatedIn(New Yo').place, place('locatedIn(New Yo').typed], ['head', 'New Yo']);
  assert.equal(place('locatedIn(a, ').place, 'tail');
  assert.equal(place("locatedIn('a, b").place, 'head');
  assert.equal(place("locatedIn('a, b").typed, 'a, b');
  assert.equal(place('locatedIn(a, b)').place, 'end');
  assert.equal(placeAt('loc(a, b)', 2).place, 'relation');
  assert.equal(placeAt('loc(abc, b)', 5).place, 'head');
});

test('a suggestion fills its place', () => {
  const fill = (text, caret, term) => complete(text, placeAt(text, caret), term);
  assert.equal(fill('loc', 3, 'locatedIn').text, 'locatedIn(');
  assert.equal(fill('locatedIn(syr', 13, 'syria').text, 'locatedIn(syria, ');
  assert.deepEqual(fill('locatedIn(syria, as', 19, 'asia'), {
    text: 'locatedIn(syria, asia)',
    caret: 22,
    complete: true,
  });
  assert.equal(fill('loc(a, b)', 2, 'locatedIn').text, 'locatedIn(a, b)');
  assert.deepEqual(fill('locatedIn(syr, ?)', 13, 'syria').text, 'locatedIn(syria, ?)');
});

test('addresses hold whatever names have in them', () => {
  const hash = address(['entity', 'a/b ?&#%'], { q: 'r(a, "b & c")', without: ['x', 'y'], run: undefined, new: true });
  const { path, params } = parseAddress(hash);
  assert.deepEqual(path, ['entity', 'a/b ?&#%']);
  assert.equal(params.get('q'), 'r(a, "b & c")');
  assert.deepEqual(params.getAll('without'), ['x', 'y']);
  assert.equal(params.get('run'), null);
  assert.equal(params.get('new'), '1');
});

test('questions about an entity: what it has, then what it lacks', () => {
  const [p, q] = [{ name: 'p' }, { name: 'q' }];
  const asked = questionsAbout([{ relation: p, direction: 'out', facts: 3 }], [p, q]);
  assert.deepEqual(
    asked.map((each) => `${each.relation.name} ${each.direction}`),
    ['p out', 'q out', 'p in', 'q in'],
  );
});

test('numbers as people read them', () => {
  assert.deepEqual([0.4, 59.6, 119.7, 3601].map(duration), ['0 s', '1 min 0 s', '2 min 0 s', '60 min 1 s']);
  assert.deepEqual([0, 0.0001, 0.5, 0.9995, 1].map(percent), ['0 %', '< 0.1 %', '50.0 %', '> 99.9 %', '100 %']);
  assert.deepEqual([counted(1, 'entity', 'entities'), counted(1204, 'fact')], ['1 entity', '1,204 facts']);
});
