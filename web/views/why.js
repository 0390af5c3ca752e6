// Why a fact holds: its proofs, side by side if one likes; what speaks against it; what is similar; and "what if".
import { html, useState } from '../vendor/preact-htm.js';
import { go, useApp, useLoad } from '../context.js';
import { Bar } from '../parts/bar.js';
import { EvidenceTable } from '../parts/evidence.js';
import { FactText, factWords } from '../parts/fact.js';
import { HiddenFacts } from '../parts/hidden_facts.js';
import { MarkButtons } from '../parts/mark_buttons.js';
import { Empty, Loading, sentence } from '../parts/message.js';
import { decimal, worth } from '../parts/numbers.js';
import { Proof } from '../parts/proof.js';
import { QueryProblem } from '../parts/query_problem.js';
import { useTitle } from '../parts/title.js';
import { formatQuery, tryParse } from '../query.js';

const FIRST_PROOFS = 4;
const MOST_PROOFS = 100; // that the server gives

// The question that the fact answers.
const gap = (atom, asked) => formatQuery({ ...atom, [asked]: null });

// In words, what hiding facts did.
function whatChanged(data, before) {
  if (!before) return '';
  const [now, then] = [worth(data), worth(before)];
  const scores =
    now.name === 'probability' && decimal(before.score) !== decimal(data.score)
      ? `; its score goes from ${decimal(before.score)} to ${decimal(data.score)}`
      : '';
  if (now.text !== then.text) return `The ${now.name} goes from ${then.text} to ${now.text}${scores}.`;
  return `The ${now.name} stays at ${now.text}: other evidence carries it${scores}.`;
}

// The number that counts, and what it was before facts were hidden.
function Worth({ data, before }) {
  const now = worth(data);
  const then = before && worth(before);
  return html`<div class="worth">
    <p class="worth-number">
      ${then && html`<span class="worth-before">${then.text}</span><span
        aria-hidden="true"> → </span><span class="hidden-text"> becomes </span>`}
      <strong>${now.text}</strong> <span class="quiet">${now.name}</span>
    </p>
    <${Bar} value=${now.value} before=${then?.value} />
    <p class="quiet">
      <span class=${`tag ${data.known ? 'tag-known' : 'tag-new'}`}>${data.known ? 'known' : 'new'}</span>
      ${data.known ? ' The model was given this fact.' : ' A prediction: the model was not given this fact.'}
    </p>
  </div>`;
}

function Against({ groups }) {
  if (groups.length === 0) return null;
  const shared = { head: 'the same head', tail: 'the same tail', 'head and tail': 'the same head and tail' };
  return html`<section class="against">
    <h2>Facts that speak against it</h2>
    ${groups.map(
      (group) => html`<p class="quiet">With ${shared[group.shared] ?? group.shared}; the odds are multiplied
        by ${decimal(group.factor)}.</p>
      <ul class="plain-list">${group.facts.map(
        (fact, i) => html`<li>
        <${FactText} text=${fact} inWords=${group.in_words?.[i]} /></li>`,
      )}</ul>`,
    )}
  </section>`;
}

function Similar({ similar, head, tail }) {
  const { entityLink } = useApp();
  const entities = (title, list) =>
    list.length > 0 &&
    html`<div>
    <h3>${title}</h3>
    <ul class="alike-list">${list.map(
      (each) => html`<li>
      <a class="entity" href=${entityLink(each.entity)}>${each.in_words ?? each.entity}</a>
      <${Bar} value=${each.similarity} quiet /><span class="number">${decimal(each.similarity, 2)}</span></li>`,
    )}</ul>
  </div>`;
  return html`<section class="similar">
    <h2>What is similar</h2>
    <div class="columns">
      ${entities(`Like ${head}`, similar.like_head)}
      ${entities(`Like ${tail}`, similar.like_tail)}
      ${
        similar.facts.length > 0 &&
        html`<div><h3>Known facts like this one</h3>
        <ul class="alike-list">${similar.facts.map(
          (each) => html`<li>
          <span><${FactText} text=${each.fact} inWords=${each.in_words} /></span>
          <${Bar} value=${each.similarity} quiet /><span class="number">${decimal(each.similarity, 2)}</span>
        </li>`,
        )}</ul></div>`
      }
    </div>
  </section>`;
}

function Proofs({ data, side, more, onSide, onMore, onHide }) {
  const [command, setCommand] = useState({ open: true, number: 0 });
  const all = (open) => setCommand({ open, number: command.number + 1 });
  const { proofs } = data;
  if (proofs.length === 0) {
    return html`<section><h2>Proofs</h2><${Empty}>There is no proof${
      data.parts ? '; what the number rests on is similarity alone.' : '.'
    }<//></section>`;
  }
  return html`<section class="proofs">
    <div class="section-head">
      <h2>${proofs.length === 1 ? 'The proof' : `${proofs.length} proofs`}</h2>
      <div class="tools">
        ${proofs.length > 1 && html`<button aria-pressed=${side ? 'true' : 'false'}
          onClick=${onSide}>Side by side</button>`}
        <button onClick=${() => all(true)}>Open all</button>
        <button onClick=${() => all(false)}>Close all</button>
      </div>
    </div>
    <div class=${side ? 'proof-columns' : 'proof-rows'}>
      ${proofs.map(
        (proof, i) => html`<${Proof} key=${i} proof=${proof} number=${i + 1} total=${proofs.length}
        labels=${data.labels ?? {}} command=${command} onHide=${onHide} />`,
      )}
    </div>
    ${more && html`<p><button onClick=${onMore}>More proofs</button></p>`}
    <p class="quiet note">A proof stands and falls with its weakest link. “≈” says how alike two names are to the
      model, from 0 to 1; a learned relation is called by the known relation that is nearest to it.</p>
  </section>`;
}

export function Why({ params }) {
  const { ask, link } = useApp();
  const q = params.get('q') ?? '';
  const without = params.getAll('without');
  const count = Number(params.get('proofs')) || FIRST_PROOFS;
  const inferred = params.get('inferred') === '1';
  const side = params.get('side') === '1';
  const state = useLoad(
    async (signal) => {
      const options = { q, proofs: count, inferred };
      const [data, before] = await Promise.all([
        ask('explain', { ...options, without }, signal),
        without.length > 0 ? ask('explain', { ...options, proofs: 1 }, signal) : null,
      ]);
      return { data, before };
    },
    [q, count, inferred, without.join('\n')],
  );
  const atom = tryParse(q);
  const words = factWords(q, state.data?.data.in_words);
  useTitle(`Why: ${words}`);

  const here = { q, without, inferred, side, proofs: count === FIRST_PROOFS ? null : count };
  const change = (changes) => go(link(['why'], { ...here, ...changes }));
  const hide = (fact) => change({ without: [...new Set([...without, fact])] });
  const show = (fact) => change({ without: without.filter((each) => each !== fact) });

  if (state.error) return html`<${QueryProblem} q=${q} error=${state.error} retry=${state.reload} />`;
  if (!state.data) return html`<${Loading} what="Looking for proofs" />`;
  const { data, before } = state.data;
  const said = data.in_words ? tryParse(data.in_words) : atom;
  return html`<div class=${side ? 'wide' : ''} aria-busy=${state.loading ? 'true' : 'false'}>
    <p class="eyebrow">Why?</p>
    <h1 tabindex="-1"><${FactText} text=${data.fact} inWords=${data.in_words} /></h1>
    <div class="why-head">
      <${Worth} data=${data} before=${before} />
      <div class="why-side">
        <${MarkButtons} fact=${data.fact} words=${words} mark=${data.mark} />
        ${
          atom &&
          html`<p class="ask-instead">
          <span class="quiet">Other answers</span>
          ${['tail', 'head'].map(
            (asked) => html`<a href=${link(['ask'], { q: gap(atom, asked), without })}>
            <${FactText} text=${gap(atom, asked)} inWords=${said && gap(said, asked)} plain /></a>`,
          )}</p>`
        }
      </div>
    </div>
    <${HiddenFacts} facts=${without} onShow=${show}>
      <p role="status" class="what-if-result">${whatChanged(data, before)}</p>
    <//>
    ${data.verdict && !data.parts && html`<p class="verdict">${sentence(data.verdict)}.</p>`}
    ${
      data.known &&
      html`<p><button aria-pressed=${inferred ? 'true' : 'false'}
      onClick=${() => change({ inferred: !inferred })}>Show how it would be inferred if it were not known</button></p>`
    }
    <${Proofs} data=${data} side=${side} more=${data.proofs.length >= count && count < MOST_PROOFS} onHide=${hide}
      onSide=${() => change({ side: !side })} onMore=${() => change({ proofs: Math.min(MOST_PROOFS, count + 8) })} />
    <${Against} groups=${data.competing_facts ?? []} />
    ${
      data.parts &&
      html`<section><h2>What the score is made of</h2>
      <${EvidenceTable} parts=${data.parts} />
      <p class="quiet note verdict">${sentence(data.verdict)}.</p></section>`
    }
    ${data.similar && said && html`<${Similar} similar=${data.similar} head=${said.head} tail=${said.tail} />`}
  </div>`;
}
