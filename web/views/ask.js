// The answers to a question: how likely each is, whether it is known or new, and what it rests on.
import { html } from '../vendor/preact-htm.js';
import { go, useApp, useLoad } from '../context.js';
import { Bar } from '../parts/bar.js';
import { EvidenceStrip, evidenceWords, scaleOf } from '../parts/evidence.js';
import { FactText, answerWords, factWords } from '../parts/fact.js';
import { HiddenFacts } from '../parts/hidden_facts.js';
import { MarkButtons } from '../parts/mark_buttons.js';
import { Empty, Loading } from '../parts/message.js';
import { worth } from '../parts/numbers.js';
import { NoQuestion, QueryProblem, syntaxProblem } from '../parts/query_problem.js';
import { useTitle } from '../parts/title.js';
import { Welcome } from './welcome.js';

const FIRST_ANSWERS = 10;
const MOST_ANSWERS = 1000; // that the server gives

function Answer({ answer, words, before, scale, without }) {
  const { link, entityLink } = useApp();
  const now = worth(answer);
  const then = before && worth(before);
  const name = answer.answer.display_name;
  return html`<li class="answer">
    <span class="rank number">${answer.rank}</span>
    <span class="answer-name">${
      answer.kind === 'entity'
        ? html`<a class="entity" href=${entityLink(answer.answer.name)}>${name}</a>`
        : html`<a class="relation" href=${link(['rules'], { relation: answer.answer.name })}>${name}</a>`
    }${' '}
      <span class=${`tag ${answer.known ? 'tag-known' : 'tag-new'}`}>${answer.known ? 'known' : 'new'}</span></span>
    <span class="answer-worth"><${Bar} value=${now.value} before=${then?.value} />
      <span class="number"><span class="hidden-text">${now.name} </span>${now.text}</span></span>
    <span class="answer-evidence">${
      then
        ? html`<span
            class="quiet">before ${then.text}${before.rank !== answer.rank ? `, place ${before.rank}` : ''}</span>`
        : html`<${EvidenceStrip} parts=${answer.parts} scale=${scale} />
        <span class="quiet">${evidenceWords(answer.parts)}</span>`
    }</span>
    <span class="answer-tools">
      <a class="button" href=${link(['why'], { q: answer.fact, without })} aria-label=${`Why ${words}?`}>Why?</a>
      <${MarkButtons} fact=${answer.fact} words=${words} mark=${answer.mark} />
    </span>
  </li>`;
}

// Only new ones, of a type.
function Filters({ onlyNew, types, chosen, change }) {
  return html`<div class="filters" role="group" aria-label="Which answers">
    <label class="check"><input type="checkbox" checked=${onlyNew}
      onChange=${(event) => change({ new: event.target.checked })} /> only new ones</label>
    ${
      types.length > 0 &&
      html`<label>of type <select value=${chosen[0] ?? ''}
        onChange=${(event) => change({ type: event.target.value })}>
      <option value="">any</option>
      ${types.map(
        (type) =>
          html`<option value=${type} selected=${chosen[0] === type}>${type}</option>`,
      )}
    </select></label>`
    }
  </div>`;
}

const EXPLAINED = { head: 'Which head fits?', relation: 'How are they related?', tail: 'Which tail fits?' };

function Answers({ params, q }) {
  const { ask, link, run } = useApp();
  const without = params.getAll('without');
  const type = params.getAll('type');
  const onlyNew = params.get('new') === '1';
  const top = Number(params.get('top')) || FIRST_ANSWERS;
  const state = useLoad(
    (signal) => ask('predict', { q, top, new: onlyNew, type, without }, signal),
    [q, top, onlyNew, type.join('\n'), without.join('\n')],
  );
  useTitle(factWords(q, state.data?.in_words));
  if (state.error) return html`<${QueryProblem} q=${q} error=${state.error} retry=${state.reload} />`;
  if (!state.data) return html`<${Loading} what="Looking for answers" />`;

  const { data } = state;
  const here = { q, without, type, new: onlyNew, top: top === FIRST_ANSWERS ? null : top };
  const change = (changes) => go(link(['ask'], { ...here, ...changes }));
  const before = new Map((data.before ?? []).map((each) => [each.answer.name, each]));
  const gone = (data.before ?? []).filter((each) => !data.answers.some((a) => a.answer.name === each.answer.name));
  const scale = scaleOf(data.answers.map((each) => each.parts));
  return html`<div aria-busy=${state.loading ? 'true' : 'false'}>
    <p class="eyebrow">${EXPLAINED[data.asks]}</p>
    <h1 tabindex="-1"><${FactText} text=${data.query} inWords=${data.in_words} plain /></h1>
    <${HiddenFacts} facts=${without} onShow=${(fact) => change({ without: without.filter((each) => each !== fact) })}>
      <p class="quiet">The line in a bar is where the answer was before${
        gone.length > 0 ? `; no longer answers: ${gone.map((each) => each.answer.display_name).join(', ')}` : ''
      }.</p>
    <//>
    <${Filters} onlyNew=${onlyNew} types=${data.asks === 'relation' ? [] : (run?.types ?? [])} chosen=${type}
      change=${change} />
    ${
      data.answers.some((each) => each.among_likely) &&
      html`<p class="quiet note">This leads to too many entities to look at each. These are the best of the likely
      answers; others may be better.</p>`
    }
    ${
      data.answers.length === 0
        ? html`<${Empty}>There is no ${onlyNew ? 'new ' : ''}answer${type.length > 0 ? ' of this type' : ''}.<//>`
        : html`<ol class="answers" aria-label="Answers">
        ${data.answers.map(
          (answer) => html`<${Answer} key=${answer.fact} answer=${answer} words=${answerWords(data, answer)}
          before=${before.get(answer.answer.name)} scale=${scale} without=${without} />`,
        )}</ol>`
    }
    <p class="below-answers">
      ${
        data.answers.length >= top &&
        top < MOST_ANSWERS &&
        html`<button onClick=${() => change({ top: Math.min(MOST_ANSWERS, top * 2 + 5) })}>More answers</button>`
      }
    </p>
    ${
      !data.before &&
      data.answers.some((each) => each.parts) &&
      html`<p class="quiet note">The three small bars are log-odds by proof, by
      similarity and by the prior; to the right speaks for the answer, to the left against it.</p>`
    }
  </div>`;
}

export function Ask({ params }) {
  const q = params.get('q') ?? '';
  if (q.trim() === '') return html`<${Welcome} />`;
  const problem = syntaxProblem(q);
  if (problem) return html`<${NoQuestion} q=${q} problem=${problem} />`;
  return html`<${Answers} params=${params} q=${q} />`;
}
