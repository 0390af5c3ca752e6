// What the run holds and how good it was measured to be.
import { html } from '../vendor/preact-htm.js';
import { useApp, useLoad } from '../context.js';
import { LineChart, seriesOf } from '../parts/line_chart.js';
import { Loaded } from '../parts/message.js';
import { count, decimal } from '../parts/numbers.js';
import { useTitle } from '../parts/title.js';

const MEASURES = [
  ['mrr', 'MRR'],
  ['hits_at_1', 'Hits@1'],
  ['hits_at_3', 'Hits@3'],
  ['hits_at_10', 'Hits@10'],
];

const average = (facts, names) => decimal(facts / Math.max(1, names), 2);

function Relations({ relations }) {
  const { link } = useApp();
  return html`<table class="relations">
    <thead><tr><th scope="col">Relation</th><th scope="col">Facts</th><th scope="col">Heads</th>
      <th scope="col">Tails</th>
      <th scope="col">Tails per head</th><th scope="col">Heads per tail</th></tr></thead>
    <tbody>${relations.map(
      (each) => html`<tr key=${each.name}>
      <th scope="row"><a class="relation" href=${link(['rules'], { relation: each.name })}>${each.display_name}</a></th>
      <td class="number" data-label="Facts">${count(each.facts)}</td>
      <td class="number" data-label="Heads">${count(each.heads)}</td>
      <td class="number" data-label="Tails">${count(each.tails)}</td>
      <td class="number" data-label="Tails per head">${average(each.facts, each.heads)}</td>
      <td class="number" data-label="Heads per tail">${average(each.facts, each.tails)}</td>
    </tr>`,
    )}</tbody>
  </table>`;
}

// metrics.json: `splits` by name, each with `both` by way of breaking ties.
function Metrics({ metrics }) {
  const rows = Object.entries(metrics?.splits ?? {})
    .map(([name, split]) => [name, split.both?.expected, split])
    .filter(([, both]) => both);
  if (rows.length === 0) return html`<p class="empty">Nothing was measured when this run was trained.</p>`;
  return html`<table class="relations">
    <caption>Ranks of facts that were held back; where answers tie, the mean over their orders</caption>
    <thead><tr><th scope="col">Split</th><th scope="col">Facts</th>
      ${MEASURES.map(([, name]) => html`<th scope="col">${name}</th>`)}
      <th scope="col">AUC-PR</th></tr></thead>
    <tbody>${rows.map(
      ([name, both, split]) => html`<tr key=${name}><th scope="row">${name}</th>
      <td class="number" data-label="Facts">${split.triples === undefined ? '–' : count(split.triples)}</td>
      ${MEASURES.map(([key, title]) => html`<td class="number" data-label=${title}>${decimal(both[key])}</td>`)}
      <td class="number" data-label="AUC-PR">${split.auc_pr === undefined ? '–' : decimal(split.auc_pr)}</td></tr>`,
    )}</tbody>
  </table>`;
}

function Pairs({ pairs }) {
  return html`<dl class="settings">${pairs.map(([name, value]) => html`<div><dt>${name}</dt>
    <dd>${String(value)}</dd></div>`)}</dl>`;
}

function Settings({ data }) {
  const entries = Object.entries(data.settings ?? {});
  return html`<details><summary>Settings (${entries.length})</summary>
    <${Pairs} pairs=${entries} />
  </details>`;
}

// trace.jsonl: an object an epoch, those of a link predictor with `vectors`.
function Losses({ trace }) {
  const parts = [
    ['Loss of the rules by epoch', trace.filter((each) => !each.vectors)],
    ['Loss of the vectors by epoch', trace.filter((each) => each.vectors)],
  ].filter(([, rows]) => rows.length > 1);
  if (parts.length === 0) return null;
  return html`<section><h2>Training</h2><div class="charts">
    ${parts.map(([title, rows]) => html`<${LineChart} title=${title} points=${seriesOf(rows, 'loss')} />`)}
  </div></section>`;
}

export function Stats() {
  const { ask } = useApp();
  useTitle('Statistics');
  const state = useLoad((signal) => ask('stats', {}, signal), []);
  return html`<div>
    <h1 tabindex="-1">Statistics</h1>
    <${Loaded} state=${state} heading="There are no statistics">${(data) => {
      const origin = [
        ['run', data.run],
        ['data', data.data],
        ['seed', data.seed],
        ['trained with', data.version],
        ['probabilities', data.probabilities ? 'calibrated' : 'none'],
      ].filter(([, value]) => value !== undefined && value !== null);
      return html`
      <dl class="numbers"><div><dt>facts</dt><dd>${count(data.facts)}</dd></div>
        <div><dt>entities</dt><dd>${count(data.entities)}</dd></div>
        <div><dt>relations</dt><dd>${count(data.relations.length)}</dd></div></dl>
      <section><h2>Quality</h2><${Metrics} metrics=${data.metrics} /></section>
      <section><h2>Relations</h2><${Relations} relations=${data.relations} /></section>
      <${Losses} trace=${data.trace ?? []} />
      <section><h2>Where it comes from</h2>
        <${Pairs} pairs=${origin} />
        <${Settings} data=${data} /></section>`;
    }}<//>
  </div>`;
}
