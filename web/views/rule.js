// One rule, and where it applies: heads that are known, and heads that nobody has said.
import { html } from '../vendor/preact-htm.js';
import { useApp, useLoad } from '../context.js';
import { Bar } from '../parts/bar.js';
import { RuleText, Triple, ruleWords } from '../parts/fact.js';
import { Empty, Loaded } from '../parts/message.js';
import { count, percent } from '../parts/numbers.js';
import { useTitle } from '../parts/title.js';

const FIRST_EXAMPLES = 5;
const MOST_EXAMPLES = 100; // of each kind, that the server gives

function Examples({ title, note, examples, none }) {
  const { link } = useApp();
  return html`<section class="examples">
    <h2>${title}</h2>
    <p class="quiet">${note}</p>
    ${
      examples.length === 0
        ? html`<${Empty}>${none}<//>`
        : html`<ul>${examples.map(
            ({ fact, body }) => html`<li
        key=${fact.fact}>
      <p class="example-head"><${Triple} ...${fact} /> <a href=${link(['why'], { q: fact.fact })}
        aria-label=${`Why ${fact.in_words}?`}>Why?</a></p>
      <ul class="example-body" aria-label="because">${body.map((each) => html`<li><${Triple} ...${each} /></li>`)}</ul>
    </li>`,
          )}</ul>`
    }
  </section>`;
}

export function Rule({ params }) {
  const { ask, link } = useApp();
  const text = params.get('text') ?? '';
  const size = Number(params.get('count')) || FIRST_EXAMPLES;
  useTitle(`Rule: ${ruleWords(text)}`);
  const state = useLoad((signal) => ask('rule', { text, count: size }, signal), [text, size]);
  return html`<${Loaded} state=${state} what="Looking where the rule applies" heading="There is no such rule">${(
    data,
  ) => {
    const rule = data.rule ?? { text }; // a rule of somebody's own has no numbers
    const numbers = [
      rule.confidence !== undefined && ['confidence', percent(rule.confidence)],
      rule.body > 0 && ['support: known facts it finds', count(rule.support)],
      rule.body > 0 && ['times that it applies', count(rule.body)],
      rule.copies > 1 && ['rules that read the same', count(rule.copies)],
      rule.decisive > 0 && ['facts that it decides', count(rule.decisive)],
    ].filter(Boolean);
    return html`
      <p class="eyebrow">Rule${rule.relation ? ` about ${rule.relation.display_name}` : ''}</p>
      <h1 tabindex="-1" class="rule-title"><${RuleText} text=${rule.text} inWords=${rule.in_words} /></h1>
      <p><code>${rule.text}</code></p>
      ${rule.confidence !== undefined && html`<${Bar} value=${rule.confidence} />`}
      <dl class="numbers">${numbers.map(
        ([name, value]) => html`<div><dt>${name}</dt>
        <dd>${value}</dd></div>`,
      )}</dl>
      <div class="columns">
        <${Examples} title="Right" note="It applies, and the fact is known." examples=${data.right}
          none="No known fact is found by this rule alone." />
        <${Examples} title="Wrong, or new" note="It applies, and nobody has said so: a mistake, or a discovery."
          examples=${data.wrong} none="Wherever it applies, the fact is known." />
      </div>
      ${data.complete === false && html`<p class="quiet note">The rule applies more often than was searched.</p>`}
      <p>${
        (data.right.length >= size || data.wrong.length >= size) &&
        size < MOST_EXAMPLES &&
        html`<a class="button"
          href=${link(['rule'], { text, count: Math.min(MOST_EXAMPLES, size * 4) })}>More examples</a> `
      }
        ${
          rule.relation &&
          html`<a class="button" href=${link(['rules'], { relation: rule.relation.name })}>${
            `All rules about ${rule.relation.display_name}`}</a>`
        }</p>`;
  }}<//>`;
}
