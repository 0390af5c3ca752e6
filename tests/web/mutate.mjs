// Shows that each test fails when its feature is gone: takes one feature after the other out of the page on its way to
// the browser (support/broken.mjs), runs the test that should notice, and prints a table. Not part of ./run test-web.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder, trainRuns } from './support/world.mjs';

// [feature that is taken out, test file, test, file of the page, find, replace]
const JOURNEY = 'journey_test.mjs';
const TROUBLE = 'trouble_test.mjs';
const VIEWS = 'views_test.mjs';
const OUT = [
  [
    'suggestions',
    JOURNEY,
    'a typo is understood',
    'parts/offers.js',
    "await app.ask('suggest', { q: at.typed, count: NAMES }, signal)",
    '{ suggestions: [] }',
  ],
  [
    'aria-activedescendant',
    JOURNEY,
    'a typo is understood',
    'parts/search_box.js',
    'aria-activedescendant=',
    'data-nothing=',
  ],
  ['the hint', JOURNEY, 'the box teaches', 'parts/offers.js', 'Now the head: a name, or ? to ask for it.', 'Type on.'],
  ['Escape', JOURNEY, 'Escape closes', 'parts/search_box.js', "event.key === 'Escape'", 'false'],
  ['known marks', JOURNEY, 'answers say how likely', 'views/ask.js', "answer.known ? 'known' : 'new'", "''"],
  ['likely ones', JOURNEY, 'answers that are the best', 'views/ask.js', 'others may be better', ''],
  ['bars', JOURNEY, 'answers say how likely', 'parts/bar.js', 'style=${{ width: width(value) }}', ''],
  [
    'proof or similarity',
    JOURNEY,
    'answers say how likely',
    'parts/evidence.js',
    'if (!parts) return null;',
    'return null;',
  ],
  [
    'the type filter',
    JOURNEY,
    'answers are filtered',
    'views/ask.js',
    'new: onlyNew, type, without',
    'new: onlyNew, without',
  ],
  ['opening and closing', JOURNEY, 'a proof is read', 'parts/proof.js', 'onClick=${() => setOpen(!open)}', ''],
  ['the weakest link', JOURNEY, 'a proof is read', 'parts/proof.js', '>weakest link<', '><'],
  [
    'what a score is',
    JOURNEY,
    'the score is told apart',
    'views/why.js',
    '<p class="quiet note verdict">${sentence(data.verdict)}.</p>',
    '',
  ],
  ['side by side', JOURNEY, 'proofs stand', 'views/why.js', "'proof-columns'", "'proof-rows'"],
  ['quotations', JOURNEY, 'a proof quotes', 'parts/proof.js', '<${Sentences} node=${node} />', ''],
  ['hiding a fact', JOURNEY, 'what if: a hidden', 'views/why.js', '{ ...options, without }', '{ ...options }'],
  [
    'before and after',
    JOURNEY,
    'what if, for all',
    'views/ask.js',
    'data.before ?? []).map',
    'data.nothing ?? []).map',
  ],
  ['pages of facts', JOURNEY, 'an entity: facts', 'views/entity.js', 'onMove=${setOffset}', 'onMove=${() => {}}'],
  ['the graph by keyboard', JOURNEY, 'an entity: facts', 'parts/graph.js', 'onKeyDown=${onKeyDown(i)}', ''],
  ['dragging', JOURNEY, 'a node can be dragged', 'parts/graph.js', 'onPointerMove=${onMove}', ''],
  [
    'the relation of rules',
    JOURNEY,
    'rules are filtered',
    'views/rules.js',
    "ask('rules', { relation, text,",
    "ask('rules', { text,",
  ],
  ['the order of rules', JOURNEY, 'rules are filtered', 'views/rules.js', 'sort, offset, count', 'offset, count'],
  [
    'the words of rules',
    JOURNEY,
    'rules are found',
    'views/rules.js',
    "ask('rules', { relation, text,",
    "ask('rules', { relation,",
  ],
  ['the most examples', JOURNEY, 'more examples', 'views/rule.js', 'size < MOST_EXAMPLES &&', ''],
  ['the metric to quote', JOURNEY, 'statistics quote', 'views/stats.js', 'both?.expected', 'both?.realistic'],
  ['zoom', JOURNEY, 'the map', 'parts/camera.js', 'this.scale * factor', 'this.scale'],
  [
    'marks',
    JOURNEY,
    'an answer is marked',
    'parts/mark_buttons.js',
    "await post('marks'",
    "await (async () => {})('marks'",
  ],
  ['addresses', JOURNEY, 'an address can be sent', 'views/ask.js', "params.getAll('type')", '[]'],
  ['the run chooser', JOURNEY, 'another run', 'main.js', 'server.runs.find((each) => each.name === wanted)', 'null'],
  ['escaping', JOURNEY, 'names with quotes', 'query.js', 'if (bare) return name;', 'return name;'],
  ['dark', JOURNEY, 'light and dark', 'theme.css', '[data-theme="dark"]', '[data-theme="none"]'],
  [
    'a message for nonsense',
    TROUBLE,
    'nonsense is answered',
    'views/ask.js',
    'if (problem) return',
    'if (problem) return null;',
  ],
  [
    'did you mean',
    TROUBLE,
    'an unknown name',
    'parts/query_problem.js',
    'return [...new Set(questions)];',
    'return [];',
  ],
  [
    'two names at once',
    TROUBLE,
    'two unknown names',
    'parts/query_problem.js',
    '{ ...best, [place]',
    '{ ...atom, [place]',
  ],
  [
    'a message for an unknown run',
    TROUBLE,
    'an unknown entity',
    'main.js',
    ': server.runs[0];',
    '?? server.runs[0] : server.runs[0];',
  ],
  [
    'a message for a stopped server',
    TROUBLE,
    'a server that has stopped',
    'api.js',
    "new ApiError('stopped'",
    "new ApiError('broken'",
  ],
  ['the token dialogue', TROUBLE, 'a token is asked', 'main.js', 'setToken(true)', 'setToken(false)'],
  [
    'live training',
    TROUBLE,
    'a run that is being trained',
    'views/training.js',
    'setTimeout(state.reload, EVERY_MS)',
    '0',
  ],
  ['names for screen readers', VIEWS, 'the suggestions, light', 'main.js', '<span class="hidden-text">Run</span>', ''],
  ['contrast', VIEWS, 'every view, dark', 'theme.css', '#a5abaf', '#3a3f42'],
];

const here = path.dirname(fileURLToPath(import.meta.url));
const runs = process.env.GNTP_WEB_RUNS ?? trainRuns(temporaryFolder());
const wanted = process.argv[2] ?? '';
let unnoticed = 0;
console.log('| taken out | test | |\n|---|---|---|');
for (const [feature, file, name, page, find, replace] of OUT) {
  if (!`${feature} ${name}`.includes(wanted)) continue;
  const env = { ...process.env, GNTP_WEB_RUNS: runs, GNTP_WEB_BREAK: JSON.stringify({ file: page, find, replace }) };
  const args = ['--test', '--test-reporter=tap', `--test-name-pattern=^${name}`, path.join(here, file)];
  const { status, stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  const missing = stdout.includes(`${page} has no`);
  const noticed = status !== 0 && !missing;
  if (!noticed) ++unnoticed;
  const result = missing ? 'nothing was taken out' : noticed ? 'fails' : 'STILL PASSES';
  console.log(`| ${feature} | ${name} … | ${result} |`);
}
process.exit(unnoticed === 0 ? 0 : 1);
