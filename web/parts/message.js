// What a view says when there is nothing to show yet, nothing at all, or something went wrong.
import { html } from '../vendor/preact-htm.js';

export function Loading({ what = 'Loading' }) {
  return html`<p class="loading" role="status">${what} …</p>`;
}

export function Empty({ children }) {
  return html`<p class="empty">${children}</p>`;
}

const HEADINGS = {
  stopped: 'The server has stopped',
  token: 'A token is needed',
  busy: 'The server is busy',
  broken: 'Something went wrong in the server',
};

const ADVICE = {
  stopped: 'Start it again with “gntp serve”, or ask whoever runs it, then try again. This address stays valid.',
  busy: 'Wait a moment, then try again.',
  broken: 'If it happens again, tell whoever runs the server what you asked.',
};

// The server's messages begin in lower case, as those of a program in a terminal.
export const sentence = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

// heading: what to say of a request that was refused.
export function Problem({ error, retry, heading = 'This cannot be answered', children }) {
  return html`<section class="problem" role="alert">
    <h2>${HEADINGS[error.kind] ?? heading}</h2>
    <p>${sentence(error.message)}</p>
    ${ADVICE[error.kind] && html`<p>${ADVICE[error.kind]}</p>`}
    ${children}
    ${retry && error.kind !== 'refused' && html`<p><button onClick=${retry}>Try again</button></p>`}
  </section>`;
}

// One of the three: a problem, the wait, or what was loaded.
export function Loaded({ state, heading, what, children }) {
  if (state.error) return html`<${Problem} error=${state.error} retry=${state.reload} heading=${heading} />`;
  if (!state.data) return html`<${Loading} what=${what} />`;
  return html`<div class="loaded" aria-busy=${state.loading ? 'true' : 'false'}>${children(state.data)}</div>`;
}
