// What was marked right or wrong, and the way out: as facts for the next training.
import { html } from '../vendor/preact-htm.js';
import { apiPath } from '../api.js';
import { useApp, useLoad } from '../context.js';
import { FactText, factWords } from '../parts/fact.js';
import { MarkButtons } from '../parts/mark_buttons.js';
import { Empty, Loaded } from '../parts/message.js';
import { counted } from '../parts/numbers.js';
import { useTitle } from '../parts/title.js';

function when(time) {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

export function Marks() {
  const { ask, link, marks, runName } = useApp();
  useTitle('Marks');
  const state = useLoad((signal) => (marks ? ask('marks', {}, signal) : { marks: [] }), [runName]);
  return html`<div>
    <h1 tabindex="-1">Marks</h1>
    ${
      marks
        ? html`<p>What you marked is kept in a file beside the server. Facts marked right can be downloaded as facts for
      the next training.</p>`
        : html`<p class="empty">This server keeps no marks. It does when it is started with
      “--marks FILE”.</p>`
    }
    ${
      marks &&
      html`<${Loaded} state=${state} heading="The marks cannot be read">${(data) => html`
      <p role="status" class="quiet">${counted(data.marks.length, 'mark')}</p>
      ${
        data.marks.length === 0
          ? html`<${Empty}>Nothing is marked yet. “Right” and “Wrong” stand beside every answer.<//>`
          : html`
      <ul class="mark-list">${data.marks.map(
        (each) => html`<li key=${each.fact}>
        <span><${FactText} text=${each.fact} inWords=${each.in_words} /></span>
        <time class="quiet">${when(each.time)}</time>
        <a href=${link(['why'], { q: each.fact })} aria-label=${`Why ${factWords(each.fact, each.in_words)}?`}>Why?</a>
        <${MarkButtons} fact=${each.fact} words=${factWords(each.fact, each.in_words)} mark=${each.mark}
          onMarked=${state.reload} />
      </li>`,
      )}</ul>
      <p class="downloads">
        <a class="button" href=${apiPath('marks.tsv', { run: runName })}
          download="marks-right.tsv">Download those marked right</a>
        <a class="button" href=${apiPath('marks.tsv', { run: runName, mark: 'wrong' })}
          download="marks-wrong.tsv">Download those marked wrong</a>
      </p>`
      }`}<//>`
    }
  </div>`;
}
