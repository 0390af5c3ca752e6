// A horizontal bar for a number between 0 and 1. `before` marks where it was. The number stands beside it as text, so
// readers of the screen are not told twice.
import { html } from '../vendor/preact-htm.js';

const width = (value) => `${(100 * Math.min(1, Math.max(0, value || 0))).toFixed(2)}%`;

export function Bar({ value, before, quiet }) {
  return html`<span class=${`bar${quiet ? ' bar-quiet' : ''}`} aria-hidden="true">
    <span class="bar-fill" style=${{ width: width(value) }}></span>
    ${before !== undefined && html`<span class="bar-before" style=${{ left: width(before) }}></span>`}
  </span>`;
}
