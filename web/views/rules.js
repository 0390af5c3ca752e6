// The rules: those of a relation, those with a word in them, sorted by confidence, support or how often they decide.
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { go, useApp, useLoad } from '../context.js';
import { Bar } from '../parts/bar.js';
import { RuleText } from '../parts/fact.js';
import { Empty, Loaded } from '../parts/message.js';
import { count, counted, percent } from '../parts/numbers.js';
import { Pager } from '../parts/pager.js';
import { useTitle } from '../parts/title.js';

const PAGE = 25;
const TYPING_MS = 250;
const COUNTING_MS = 2500;
const SORTS = [
  ['confidence', 'Confidence'],
  ['support', 'Support'],
  ['decisive', 'How often it decides'],
];

function Filters({ relation, text, sort, change }) {
  const { run } = useApp();
  const [typed, setTyped] = useState(text);
  useEffect(() => setTyped(text), [text]);
  useEffect(() => {
    if (typed === text) return undefined;
    const timer = setTimeout(() => change({ text: typed }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return html`<div class="filters" role="group" aria-label="Which rules">
    <label>about <select value=${relation} onChange=${(event) => change({ relation: event.target.value })}>
      <option value="">any relation</option>
      ${(run?.relation_list ?? []).map(
        (each) => html`<option value=${each.name} selected=${relation === each.name}>${each.display_name}</option>`,
      )}
    </select></label>
    <label>with the word <input type="search" value=${typed}
      onInput=${(event) => setTyped(event.target.value)} /></label>
    <label>sorted by <select value=${sort} onChange=${(event) => change({ sort: event.target.value })}>
      ${SORTS.map(([key, name]) => html`<option value=${key} selected=${sort === key}>${name.toLowerCase()}</option>`)}
    </select></label>
  </div>`;
}

function Rule({ rule }) {
  const { link } = useApp();
  return html`<tr>
    <td><a class="rule-link" href=${link(['rule'], { text: rule.text })}>
      <${RuleText} text=${rule.text} inWords=${rule.in_words} /></a></td>
    <td class="number with-bar" data-label="Confidence"><${Bar}
      value=${rule.confidence} />${percent(rule.confidence)}</td>
    <td class="number" data-label="Support">${rule.body > 0 ? count(rule.support) : '–'}</td>
    <td class="number" data-label="Decides">${rule.decisive === undefined ? '–' : count(rule.decisive)}</td>
  </tr>`;
}

export function Rules({ params }) {
  const { ask, link } = useApp();
  const relation = params.get('relation') ?? '';
  const text = params.get('text') ?? '';
  const sort = params.get('sort') || 'confidence';
  const offset = Number(params.get('offset')) || 0;
  useTitle('Rules');
  const state = useLoad(
    (signal) => ask('rules', { relation, text, sort, offset, count: PAGE }, signal),
    [relation, text, sort, offset],
  );
  // Which rules decide is counted in the background.
  useEffect(() => {
    if (state.data?.decisive?.ready !== false) return undefined;
    const timer = setTimeout(state.reload, COUNTING_MS);
    return () => clearTimeout(timer);
  }, [state.data]);
  const change = (changes) => go(link(['rules'], { relation, text, sort, ...changes }));
  return html`<div>
    <h1 tabindex="-1">Rules</h1>
    <${Filters} relation=${relation} text=${text} sort=${sort} change=${change} />
    <${Loaded} state=${state} what="Loading rules" heading="These rules cannot be listed">${(data) => html`
      <p class="quiet" role="status">${counted(data.total, 'rule')}${
        data.decisive && !data.decisive.ready ? '; how often each decides is still being counted' : ''
      }</p>
      ${
        data.rules.length === 0
          ? html`<${Empty}>No rule is like that.<//>`
          : html`<table class="rules">
        <thead><tr><th scope="col">Rule</th><th scope="col">Confidence</th><th scope="col">Support</th>
          <th scope="col">Decides</th></tr></thead>
        <tbody>${data.rules.map((rule) => html`<${Rule} key=${rule.text} rule=${rule} />`)}</tbody>
      </table>`
      }
      <${Pager} total=${data.total} offset=${data.offset} size=${PAGE} what="rules"
        onMove=${(next) => change({ offset: next })} />
      <p class="quiet note">Confidence: how often the rule is right where it applies, or how near its relations are to
        the
        learned ones. Support: known facts that it finds again.${
          data.decisive?.facts > 0
            ? ` Decides: of ${counted(data.decisive.facts, 'fact')}, how many owe their best proof to it.`
            : ''
        }</p>`}<//>
  </div>`;
}
