// A small line chart: one line over epochs, from zero on, with its last value said.
import { html } from '../vendor/preact-htm.js';

const WIDTH = 560;
const HEIGHT = 170;
const LEFT = 52;
const BOTTOM = 24;

// 1, 2 or 5 times a power of ten, for about four lines.
function tickStep(span) {
  const rough = Math.max(span, 1e-12) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((k) => k * power).find((step) => step >= rough);
}

function ticks(low, high) {
  const step = tickStep(high - low);
  const values = [];
  for (let value = Math.ceil(low / step) * step; value <= high + step / 1e6; value += step) values.push(value);
  return values;
}

const short = (value) => (Math.abs(value) >= 1000 ? value.toFixed(0) : Number(value.toPrecision(3)).toString());

// points: [{x, y}]; where x falls, a new line begins: another start of the training.
export function LineChart({ title, points }) {
  if (points.length === 0) return null;
  const ys = points.map((p) => p.y);
  let [low, high] = [Math.min(0, ...ys), Math.max(...ys)];
  if (high === low) [low, high] = [low - 0.5, high + 0.5];
  const xs = points.map((p) => p.x);
  const [first, last] = [Math.min(...xs), Math.max(...xs)];
  const x = (value) => LEFT + ((value - first) / Math.max(1e-9, last - first)) * (WIDTH - LEFT - 10);
  const y = (value) => 10 + (1 - (value - low) / (high - low)) * (HEIGHT - BOTTOM - 10);
  const starts = (i) => i === 0 || points[i].x <= points[i - 1].x;
  const line = points.map((p, i) => `${starts(i) ? 'M' : 'L'}${x(p.x).toFixed(1)},${y(p.y).toFixed(1)}`).join('');
  const [start, end] = [points[0], points[points.length - 1]];
  const words = `from ${short(start.y)} at epoch ${start.x} to ${short(end.y)} at epoch ${end.x}`;
  return html`<figure class="chart">
    <figcaption>${title} <strong class="number">${short(end.y)}</strong></figcaption>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${`${title}: ${words}`}>
      ${ticks(low, high).map(
        (value) => html`<g class="tick"><line x1=${LEFT} x2=${WIDTH - 10} y1=${y(value)} y2=${y(value)} />
        <text x=${LEFT - 8} y=${y(value) + 4} text-anchor="end">${short(value)}</text></g>`,
      )}
      <text class="axis" x=${LEFT} y=${HEIGHT - 4}>${first}</text>
      <text class="axis" x=${WIDTH - 10} y=${HEIGHT - 4} text-anchor="end">${last}</text>
      <path class="line" d=${line} />
      <circle class="line-end" cx=${x(end.x)} cy=${y(end.y)} r="3.5" />
    </svg>
  </figure>`;
}

// The points of a key in a list of objects with `epoch`.
export const seriesOf = (rows, key) =>
  rows
    .map((row, i) => ({ x: row.epoch ?? i + 1, y: row[key] }))
    .filter((point) => typeof point.y === 'number' && Number.isFinite(point.y));
