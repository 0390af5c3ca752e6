// A proof as a tree to open and close: every goal, the rule or the fact that proves it, the sentences that say so, how
// similar each pair of names is, and the weakest link, which decides.
import { html, useEffect, useState } from '../vendor/preact-htm.js';
import { useApp } from '../context.js';
import { Bar } from './bar.js';
import { FactText, RuleText, factWords, phraseOf } from './fact.js';
import { decimal, counted } from './numbers.js';

const SHOWN_SENTENCES = 3;

// A name compared with itself says nothing, unless it decides.
const isTelling = (link) =>
  link.weakest || link.kind === 'confidence' || link.goal !== link.other || link.goal_learned !== link.other_learned;

const holdsWeakest = (node) => node.links.some((link) => link.weakest) || node.children.some(holdsWeakest);

function Symbol({ name, learned, labels }) {
  return html`<span class="symbol">${learned && html`<span class="learned">learned</span> `}${
    labels[name] ?? phraseOf(name)
  }</span>`;
}

function Link({ link, labels }) {
  const what =
    link.kind === 'confidence'
      ? 'confidence of the rule'
      : html`<${Symbol} name=${link.goal} learned=${link.goal_learned} labels=${labels} />
        <span class="alike"> ≈ </span>
        <${Symbol} name=${link.other} learned=${link.other_learned} labels=${labels} />`;
  return html`<li class=${`link${link.weakest ? ' weakest' : ''}`}>
    <span class="link-what">${what}</span>
    <${Bar} value=${link.score} quiet=${!link.weakest} />
    <span class="number">${decimal(link.score)}</span>
    ${link.weakest && html`<span class="weakest-mark">weakest link</span>`}
  </li>`;
}

function Sentences({ node }) {
  const [all, setAll] = useState(false);
  const sentences = node.sentences ?? [];
  if (sentences.length === 0) {
    return node.mentioned ? html`<p class="quiet">Mentioned ${counted(node.mentioned, 'time')} in texts.</p>` : null;
  }
  const shown = all ? sentences : sentences.slice(0, SHOWN_SENTENCES);
  return html`${shown.map(
    (sentence) => html`<figure class="quote">
      <blockquote>${sentence.text}</blockquote>
      <figcaption>${sentence.file}, line ${sentence.line}</figcaption>
    </figure>`,
  )}
    ${
      shown.length < sentences.length &&
      html`<button class="plain" onClick=${() => setAll(true)}>
      ${counted(sentences.length - shown.length, 'more sentence')}</button>`
    }`;
}

const kindOf = (node) => {
  if (node.kind === 'rule') return 'by a rule';
  if (node.mentioned) return 'said in a text';
  return node.fact === node.goal ? 'known fact' : 'a similar fact is known';
};

// The rule, or the fact where it is another than the goal.
function Source({ node }) {
  const { link } = useApp();
  if (node.kind === 'rule') {
    return html`<p class="source"><a class="rule-link" href=${link(['rule'], { text: node.rule })}>
      <${RuleText} text=${node.rule} inWords=${node.rule_in_words} /></a></p>`;
  }
  if (node.fact === node.goal) return null;
  return html`<p class="source"><span
    class="quiet">${node.mentioned ? 'the text says' : 'it is known that'}</span>${' '}
    <${FactText} text=${node.fact} inWords=${node.fact_in_words} /></p>`;
}

// `command`: {open, number} of "open all" and "close all"; onHide: for "what if", where a fact can be hidden.
function Node({ node, labels, command, onHide }) {
  const [open, setOpen] = useState(true);
  useEffect(() => setOpen(command.open), [command.number]);
  const links = node.links.filter(isTelling);
  const canOpen = node.kind === 'rule' || links.length > 0 || node.mentioned > 0 || node.fact !== node.goal;
  const canHide = onHide && node.kind === 'fact' && !node.mentioned;
  const words = factWords(node.goal, node.in_words);
  return html`<li class=${`node node-${node.kind}`}>
    <div class="goal">
      ${
        canOpen
          ? html`<button class="toggle" aria-expanded=${open ? 'true' : 'false'}
            aria-label=${`Proof of: ${words}`} onClick=${() => setOpen(!open)}></button>`
          : html`<span class="toggle-space"></span>`
      }
      <span class="goal-text"><${FactText} text=${node.goal} inWords=${node.in_words} /></span>
      <span class=${`tag tag-${node.kind}`}>${kindOf(node)}</span>
      ${!open && holdsWeakest(node) && html`<span class="weakest-mark">weakest link inside</span>`}
      ${
        canHide &&
        html`<button class="plain hide-fact" aria-label=${`What if this were not known: hide ${factWords(
          node.fact,
          node.fact_in_words,
        )}`} onClick=${() => onHide(node.fact)}>Hide</button>`
      }
    </div>
    ${
      open &&
      canOpen &&
      html`<div class="reason">
      <${Source} node=${node} />
      <${Sentences} node=${node} />
      ${
        links.length > 0 &&
        html`<ul class="links" aria-label="How well names match">
        ${links.map((link) => html`<${Link} link=${link} labels=${labels} />`)}</ul>`
      }
      ${
        node.children.length > 0 &&
        html`<ul class="children" aria-label="What the rule needs">
        ${node.children.map(
          (child, i) => html`<${Node} key=${i} node=${child} labels=${labels} command=${command}
          onHide=${onHide} />`,
        )}</ul>`
      }
    </div>`
    }
  </li>`;
}

// remarks: why it counts less than its score, "counts 0.3: ...".
export function Proof({ proof, number, total, labels, command, onHide }) {
  return html`<article class="proof" aria-label=${`Proof ${number} of ${total}`}>
    <header class="proof-head">
      <h3>Proof ${number}</h3>
      <${Bar} value=${proof.score} />
      <span class="number"><span class="quiet">score</span> ${decimal(proof.score)}</span>
      ${proof.remarks && html`<p class="remarks">${proof.remarks}</p>`}
    </header>
    <ul class="tree">
      <${Node} node=${proof.proof} labels=${labels} command=${command} onHide=${onHide} />
    </ul>
  </article>`;
}
