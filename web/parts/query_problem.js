// What to say when a question cannot be answered: where it stops making sense, and questions that may be meant.
import { html } from '../vendor/preact-htm.js';
import { useApp, useLoad } from '../context.js';
import { SyntaxProblem, formatQuery, parseQuery, tryParse } from '../query.js';
import { Problem } from './message.js';
import { Forms } from './forms.js';
import { useTitle } from './title.js';

// Where the text breaks off, with the place marked; null where it is well formed.
export function syntaxProblem(q) {
  try {
    parseQuery(q);
    return null;
  } catch (problem) {
    if (problem instanceof SyntaxProblem) return problem;
    throw problem;
  }
}

// The question with names that nobody has replaced by the nearest, and by those that are nearly as near.
async function corrected(q, ask, signal) {
  const atom = tryParse(q);
  if (!atom) return [];
  const best = { ...atom };
  const choices = [];
  for (const [place, kind] of [
    ['relation', 'relation'],
    ['head', 'entity'],
    ['tail', 'entity'],
  ]) {
    if (atom[place] === null) continue;
    const { suggestions } = await ask('suggest', { q: atom[place], kind, count: 3 }, signal);
    if (suggestions.length === 0 || suggestions.some((each) => each.match === 'exact')) continue;
    best[place] = suggestions[0].display_name;
    choices.push(...suggestions.map((each) => [place, each.display_name]));
  }
  const questions = choices.map(([place, name]) => formatQuery({ ...best, [place]: name }));
  return [...new Set(questions)];
}

async function named(q, ask, signal) {
  const name = q.trim().replace(/[(),?].*$/, '');
  return name === '' ? [] : (await ask('suggest', { q: name, count: 6 }, signal)).suggestions;
}

function Meant({ q }) {
  const { ask, link, entityLink } = useApp();
  const state = useLoad(
    async (signal) => ({
      questions: await corrected(q, ask, signal),
      names: tryParse(q) ? [] : await named(q, ask, signal),
    }),
    [q],
  );
  const { questions = [], names = [] } = state.data ?? {};
  if (questions.length + names.length === 0) return null;
  const view = (text) => link([tryParse(text).asks === null ? 'why' : 'ask'], { q: text });
  return html`<div class="meant"><h3>Ask instead</h3><ul class="plain-list">
    ${questions.map((text) => html`<li><a class="query" href=${view(text)}>${text}</a></li>`)}
    ${names.map(
      (each) => html`<li>${
        each.kind === 'entity'
          ? html`<a href=${entityLink(each.name)}>${each.display_name}</a>`
          : html`<a href=${link(['rules'], { relation: each.name })}>${each.display_name}</a>`
      }
      <span class="quiet"> ${each.kind}</span></li>`,
    )}
  </ul></div>`;
}

// A text that is no question at all.
export function NoQuestion({ q, problem }) {
  const at = Math.min(problem.position, q.length);
  useTitle('Not a question yet');
  return html`<section class="problem" role="alert">
    <h1 tabindex="-1">This is not a question yet</h1>
    <p class="query broken">${q.slice(0, at)}<mark
      >${q.slice(at, at + 1) || ' '}</mark
      >${q.slice(at + 1)}</p>
    <p>At the marked place: ${problem.message}.</p>
    <${Meant} q=${q} />
    <${Forms} />
  </section>`;
}

// A question that the server refuses, or cannot answer now.
export function QueryProblem({ q, error, retry }) {
  const broken = error.kind === 'refused' && syntaxProblem(q);
  if (broken) return html`<${NoQuestion} q=${q} problem=${broken} />`;
  return html`<${Problem} error=${error} retry=${retry} heading="This question cannot be answered">
    ${error.kind === 'refused' && html`<${Meant} q=${q} />`}
  <//>`;
}
