// The facts that are hidden in a "what if", each with a way back. Addresses have ids; here they are read in words.
import { html } from '../vendor/preact-htm.js';
import { useApp, useLoad } from '../context.js';
import { formatQuery, tryParse } from '../query.js';
import { FactText, factWords } from './fact.js';

// By fact, the same in words; nothing for what has none.
async function inWords(facts, { ask, run }, signal) {
  if (!run?.labels) return new Map();
  const words = async (text) => {
    const atom = tryParse(text);
    if (!atom) return [text, text];
    const [head, tail] = await Promise.all([atom.head, atom.tail].map((name) => ask('entity', { name }, signal)));
    const relation = run.relation_list.find((each) => each.name === atom.relation)?.display_name ?? atom.relation;
    return [text, formatQuery({ relation, head: head.display_name, tail: tail.display_name })];
  };
  return new Map(await Promise.all(facts.map(words)));
}

export function HiddenFacts({ facts, onShow, children }) {
  const app = useApp();
  const { data } = useLoad((signal) => inWords(facts, app, signal), [facts.join('\n')]);
  if (facts.length === 0) return null;
  return html`<section class="hidden-facts" aria-label="What if">
    <h2>What if ${facts.length === 1 ? 'this fact were' : 'these facts were'} not known?</h2>
    <ul>${facts.map(
      (fact) => html`<li key=${fact}>
      <span class="struck"><${FactText} text=${fact} inWords=${data?.get(fact)} plain /></span>
      <button class="plain" aria-label=${`Show again: ${factWords(fact, data?.get(fact))}`}
        onClick=${() => onShow(fact)}>Show again</button>
    </li>`,
    )}</ul>
    ${children}
  </section>`;
}
