// The search box: a combobox (as the ARIA practices describe it) that understands names, labels and typos, and shows
// which place of a question is being typed.
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';
import { go, useApp } from '../context.js';
import { placeAt, tryParse } from '../query.js';
import { counted } from './numbers.js';
import { hintFor, offersFor } from './offers.js';

const DELAY_MS = 90;

// relation(head, tail), with the place that is typed marked.
function Places({ place }) {
  const part = (name) => html`<span class=${place === name ? 'place now' : 'place'}>${name}</span>`;
  return html`<span class="places" aria-hidden="true">${part('relation')}(${part('head')}, ${part('tail')})</span>`;
}

function Offer({ offer, id, active, onTake, onPoint }) {
  return html`<li id=${id} role="option" aria-selected=${active ? 'true' : 'false'} class=${`offer of-${offer.kind}`}
      onMouseDown=${(event) => event.preventDefault()} onClick=${onTake} onMouseMove=${onPoint}>
    <span class="offer-label">${offer.label}${offer.note && html` <span class="quiet">${offer.note}</span>`}</span>
    <span class="offer-detail">${offer.detail}</span>
  </li>`;
}

// Offers for what is typed, as soon as the typist pauses.
function useOffers(text, caret, focused, app) {
  const [state, setState] = useState({ offers: [], text: '' });
  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(() => {
      if (!focused) return;
      offersFor(text, caret, app, controller.signal).then(
        (offers) => controller.signal.aborted || setState({ offers, text }),
        () => controller.signal.aborted || setState({ offers: [], text }),
      );
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text, caret, focused, app.runName]);
  return state.text === text ? state.offers : [];
}

export function SearchBox({ query }) {
  const app = useApp();
  const input = useRef(null);
  const [text, setText] = useState(query ?? '');
  const [caret, setCaret] = useState(text.length);
  const [focused, setFocused] = useState(false);
  const [closed, setClosed] = useState(true);
  const [active, setActive] = useState(-1);
  const offers = useOffers(text, caret, focused && !closed, app);
  const expanded = focused && !closed && offers.length > 0;
  const { place } = placeAt(text, caret);

  useEffect(() => {
    setText(query ?? '');
    setCaret((query ?? '').length);
    setClosed(true);
  }, [query]);
  useEffect(() => setActive(-1), [text]);
  useEffect(() => document.getElementById(`offer-${active}`)?.scrollIntoView?.({ block: 'nearest' }), [active]);

  const moveCaret = (position) => setTimeout(() => input.current?.setSelectionRange(position, position));
  const follow = (hash) => {
    setClosed(true);
    go(hash);
  };

  function submit(what) {
    const typed = what.trim();
    if (typed === '') return;
    const parsed = tryParse(typed);
    const exact = parsed
      ? null
      : offers.find((each) => each.kind === 'entity' && each.open && [each.label, each.note].includes(typed));
    if (exact) follow(exact.open);
    else follow(app.link([parsed && parsed.asks === null ? 'why' : 'ask'], { q: typed }));
  }

  function take(offer) {
    if (offer.open) {
      if (offer.text) setText(offer.text);
      return follow(offer.open);
    }
    setText(offer.fill.text);
    setCaret(offer.fill.caret);
    setClosed(false);
    moveCaret(offer.fill.caret);
    return offer.fill.complete && submit(offer.fill.text);
  }

  function onKeyDown(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!expanded) setClosed(false);
      else setActive(((active + 1 + step + offers.length + 1) % (offers.length + 1)) - 1);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (expanded && active >= 0) take(offers[active]);
      else submit(text);
    } else if (event.key === 'Tab' && expanded && active >= 0 && !event.shiftKey && offers[active].fill) {
      event.preventDefault();
      take(offers[active]);
    } else if (event.key === 'Escape') {
      if (!closed) setClosed(true);
      else setText('');
    }
  }

  const onCaret = () => setCaret(input.current?.selectionStart ?? text.length);
  return html`<form class="search" role="search" onSubmit=${(event) => event.preventDefault()}>
    <div class="search-field">
      <input id="search" ref=${input} type="text" role="combobox" aria-label="Ask a question or find a name"
        aria-autocomplete="list" aria-expanded=${expanded ? 'true' : 'false'} aria-controls="offers"
        aria-activedescendant=${expanded && active >= 0 ? `offer-${active}` : undefined} aria-describedby="search-hint"
        autocomplete="off" autocapitalize="none" autocorrect="off" spellcheck=${false} enterkeyhint="search"
        placeholder="A name, or a question such as ${app.run?.relation_list?.[0]?.typed ?? 'relation'}(name, ?)"
        value=${text}
        onInput=${(event) => {
          setText(event.target.value);
          setCaret(event.target.selectionStart);
          setClosed(false);
        }}
        onKeyUp=${onCaret} onClick=${onCaret} onKeyDown=${onKeyDown}
        onFocus=${() => setFocused(true)} onBlur=${() => setFocused(false)} />
      <button class="ask-button" onClick=${() => submit(text)}>Ask</button>
    </div>
    <p class=${`search-hint${focused || text === '' ? '' : ' resting'}`} id="search-hint">
      ${place !== 'bare' && place !== 'end' && html`<${Places} place=${place} /> `}${hintFor(text, caret)}
    </p>
    <ul id="offers" role="listbox" aria-label="Suggestions" hidden=${!expanded}>
      ${
        expanded &&
        offers.map(
          (offer, i) => html`<${Offer} key=${i} id=${`offer-${i}`} offer=${offer}
        active=${i === active} onTake=${() => take(offer)} onPoint=${() => setActive(i)} />`,
        )
      }
    </ul>
    <p class="hidden-text" role="status">${expanded ? counted(offers.length, 'suggestion') : ''}</p>
  </form>`;
}
