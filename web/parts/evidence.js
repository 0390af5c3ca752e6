// What an answer's score is made of where vectors have a say: log-odds by proof, by similarity and by the prior (how
// often an entity is the answer at all). Their sum is the score's log-odds.
import { html } from '../vendor/preact-htm.js';
import { signed } from './numbers.js';

const KINDS = [
  ['proof', 'Proof'],
  ['similarity', 'Similarity'],
  ['prior', 'Prior'],
];

const LITTLE = 0.5; // log-odds
const MOSTLY = 0.8;

// A phrase for a list: what speaks for the answer most.
export function evidenceWords(parts) {
  if (!parts) return 'by proof';
  const [proof, similarity] = [parts.proved ? Math.max(0, parts.proof) : 0, Math.max(0, parts.similarity)];
  if (proof + similarity < LITTLE) return parts.proved ? 'little speaks for it' : 'no proof';
  const share = proof / (proof + similarity);
  if (share > MOSTLY) return parts.similarity < -LITTLE ? 'by proof, against similarity' : 'by proof';
  if (share >= 1 - MOSTLY) return 'by proof and similarity';
  return parts.proved ? 'mostly by similarity' : 'by similarity, no proof';
}

function Diverging({ value, scale, kind }) {
  const share = `${(50 * Math.min(1, Math.abs(value) / scale)).toFixed(2)}%`;
  const place = value < 0 ? { right: '50%', width: share } : { left: '50%', width: share };
  return html`<span class="diverging" aria-hidden="true"><span class=${`diverging-fill of-${kind}`} style=${place}>
    </span></span>`;
}

// Small, for a line of a table.
export function EvidenceStrip({ parts, scale }) {
  if (!parts) return null;
  const text = KINDS.map(([key, name]) => `${name.toLowerCase()} ${signed(parts[key])}`).join(', ');
  return html`<span class="evidence-strip" title=${`log-odds: ${text}`}>
    ${KINDS.map(([key]) => html`<${Diverging} value=${parts[key]} scale=${scale} kind=${key} />`)}
    <span class="hidden-text">log-odds: ${text}</span>
  </span>`;
}

// The scale that fits all of them.
export function scaleOf(all) {
  return Math.max(1, ...all.filter(Boolean).flatMap((parts) => KINDS.map(([key]) => Math.abs(parts[key]))));
}

export function EvidenceTable({ parts }) {
  const scale = scaleOf([parts]);
  const sum = KINDS.reduce((total, [key]) => total + parts[key], 0);
  return html`<table class="evidence">
    <caption>How much is proof and how much similarity, in log-odds</caption>
    <tbody>
      ${KINDS.map(
        ([key, name]) => html`<tr>
        <th scope="row">${name}</th>
        <td class="evidence-bar"><${Diverging} value=${parts[key]} scale=${scale} kind=${key} /></td>
        <td class="number">${key === 'proof' && !parts.proved ? 'none' : signed(parts[key])}</td>
      </tr>`,
      )}
      <tr class="sum"><th scope="row">Together</th><td></td><td class="number">${signed(sum)}</td></tr>
    </tbody>
  </table>`;
}
