// A run that is being trained, live: how far it is, the loss, the validation, facts newly proved.
import { html, useEffect } from '../vendor/preact-htm.js';
import { useApp, useLoad } from '../context.js';
import { Bar } from '../parts/bar.js';
import { LineChart, seriesOf } from '../parts/line_chart.js';
import { Loaded } from '../parts/message.js';
import { duration, percent } from '../parts/numbers.js';
import { useTitle } from '../parts/title.js';

const EVERY_MS = 1500;
const STATES = { training: 'being trained', ready: 'trained', stopped: 'stopped before its end' };
const PARTS = { rules: 'Rules', vectors: 'Vectors' };
const CHARTS = [
  ['loss', 'Loss by epoch'],
  ['valid', 'Validation by epoch'],
  ['newly_proved', 'Facts newly proved'],
  ['proved', 'Facts proved'],
];
const NO_EPOCHS = {
  training: 'No epoch has ended yet.',
  ready: 'It took no epochs: its rules were counted, not trained step by step.',
  stopped: 'No epoch had ended when it was stopped.',
};

function Part({ name, epochs }) {
  return html`<section><h2>${PARTS[name] ?? name}</h2>
    <div class="charts">${CHARTS.map(
      ([key, title]) => html`<${LineChart} title=${title} points=${seriesOf(epochs, key)} />`,
    )}</div>
  </section>`;
}

function Progress({ data }) {
  if (data.state !== 'training') return null;
  return html`<div class="progress" role="group" aria-label="Progress">
    <p>${data.task || 'Working'} ${data.details && html`<span class="quiet">${data.details}</span>`}</p>
    <${Bar} value=${data.fraction} />
    <p class="quiet">${percent(data.fraction)}${data.seconds ? `, ${duration(data.seconds)} so far` : ''}</p>
  </div>`;
}

export function Training() {
  const { ask, run, reload, link } = useApp();
  useTitle('Training');
  const state = useLoad((signal) => ask('training', {}, signal), [run?.name]);
  const { data } = state;
  useEffect(() => {
    if (!data) return undefined;
    if (data.state === 'ready' && run?.state === 'training') reload();
    if (data.state !== 'training') return undefined;
    const timer = setTimeout(state.reload, EVERY_MS);
    return () => clearTimeout(timer);
  }, [data]);
  return html`<div>
    <h1 tabindex="-1">Training</h1>
    <${Loaded} state=${state} heading="Nothing is known about the training of this run">${(training) => {
      const parts = [...new Set(training.epochs.map((each) => each.part))];
      return html`
      <p role="status">${run?.name} is ${STATES[training.state] ?? training.state}.
        ${training.state === 'ready' && html` <a href=${link(['ask'])}>Ask it something</a>.`}</p>
      <${Progress} data=${training} />
      ${parts.map(
        (part) => html`<${Part} key=${part} name=${part}
        epochs=${training.epochs.filter((each) => each.part === part)} />`,
      )}
      ${training.epochs.length === 0 && html`<p class="empty">${NO_EPOCHS[training.state]}</p>`}
      ${
        training.notes?.length > 0 &&
        html`<section><h2>Notes</h2>
        <ul class="plain-list">${training.notes.map((note) => html`<li>${note}</li>`)}</ul></section>`
      }`;
    }}<//>
  </div>`;
}
