// Back and forth in a long list, of which only a page is loaded at a time.
import { html } from '../vendor/preact-htm.js';
import { count } from './numbers.js';

export function Pager({ total, offset, size, onMove, what = 'entries' }) {
  if (total <= size && offset === 0) return null;
  const last = Math.min(total, offset + size);
  return html`<nav class="pager" aria-label=${`Pages of ${what}`}>
    <button disabled=${offset === 0} onClick=${() => onMove(Math.max(0, offset - size))}>Previous</button>
    <span role="status">${count(Math.min(offset + 1, total))}–${count(last)} of ${count(total)}</span>
    <button disabled=${last >= total} onClick=${() => onMove(offset + size)}>Next</button>
  </nav>`;
}
