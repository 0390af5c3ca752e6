// The first page: what the run knows, how to ask, and predictions to start from.
import { html } from '../vendor/preact-htm.js';
import { useApp, useLoad } from '../context.js';
import { Triple } from '../parts/fact.js';
import { Forms } from '../parts/forms.js';
import { count } from '../parts/numbers.js';
import { useTitle } from '../parts/title.js';
import { formatQuery } from '../query.js';

const RULES = 4;
const EACH = 2;

// Heads of the best rules that nobody has said yet: a good place to begin.
async function startingPoints(ask, signal) {
  const { rules } = await ask('rules', { sort: 'confidence', count: RULES }, signal);
  const found = await Promise.all(
    rules.map((rule) => ask('rule', { text: rule.text, count: EACH }, signal).catch(() => null)),
  );
  const facts = found
    .filter(Boolean)
    .flatMap((each) => [...each.wrong, ...each.right].slice(0, EACH))
    .map((each) => each.fact);
  const seen = new Set();
  return facts.filter((fact) => !seen.has(fact.fact) && seen.add(fact.fact)).slice(0, 6);
}

export function Welcome() {
  const { run, ask, link } = useApp();
  useTitle('');
  const state = useLoad((signal) => startingPoints(ask, signal), [run?.name]);
  const facts = state.data ?? [];
  const numbers = [
    ['entities', run.entities],
    ['relations', run.relations],
    ['facts', run.facts],
    ['rules', run.rules],
  ];
  return html`<div class="welcome">
    <h1 tabindex="-1">Ask what is missing, and see why.</h1>
    <p class="lead">${run.name} knows facts and has learned rules. It predicts what the facts do not say, and proves it
      with what they do.</p>
    <dl class="numbers">${numbers.map(([name, value]) => html`<div><dt>${name}</dt>
      <dd>${count(value)}</dd></div>`)}</dl>
    <div class="columns">
      <section>
        <h2>How to ask</h2>
        <${Forms} example=${facts[0]} />
        <p class="quiet">Typos are forgiven: the box above offers what may be meant, as you type.</p>
      </section>
      ${
        facts.length > 0 &&
        html`<section>
        <h2>To begin with</h2>
        <ul class="starts">${facts.map(
          (fact) => html`<li>
          <${Triple} ...${fact} plain />
          <span class="starts-links"><a href=${link(['ask'], {
            q: formatQuery({ relation: fact.relation.name, head: fact.head.name, tail: null }),
          })} aria-label=${`Ask ${fact.in_words}`}>Ask</a>
          <a href=${link(['why'], { q: fact.fact })} aria-label=${`Why ${fact.in_words}?`}>Why?</a></span>
        </li>`,
        )}</ul>
      </section>`
      }
    </div>
  </div>`;
}
