// An entity's neighbourhood as a graph one can drag. Every node is a link, so the keyboard reaches it; with Shift and
// the arrows it moves, too.
import { html, useMemo, useRef, useState } from '../vendor/preact-htm.js';
import { useApp } from '../context.js';
import { bounds, layOut } from './forces.js';
import { phraseOf } from './fact.js';
import { counted } from './numbers.js';

const KEY_STEP = 12;
const CLICK_MOVES = 4;

function Edge({ from, to, label, lit }) {
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  return html`<g class=${lit ? 'edge lit' : 'edge'}>
    <line x1=${from.x} y1=${from.y} x2=${to.x} y2=${to.y} marker-end="url(#arrow)" />
    ${lit && html`<text x=${middle.x} y=${middle.y - 4}>${label}</text>`}
  </g>`;
}

export function Graph({ nodes: all, edges, centre }) {
  const { entityLink } = useApp();
  const frame = useRef(null);
  const drag = useRef(null);
  const [lit, setLit] = useState(null);
  // The entity itself first: it stays in the middle.
  const nodes = useMemo(() => [...all].sort((a, b) => (b.name === centre) - (a.name === centre)), [all, centre]);
  const places = useMemo(() => new Map(nodes.map((node, i) => [node.name, i])), [nodes]);
  const pairs = useMemo(
    () =>
      edges
        .map((edge) => [places.get(edge.head), places.get(edge.tail)])
        .filter(([a, b]) => a !== undefined && b !== undefined),
    [edges, places],
  );
  const [positions, setPositions] = useState(() => layOut(nodes.length, pairs));
  const box = useMemo(() => bounds(positions), [nodes]);

  const move = (i, dx, dy) =>
    setPositions((old) => old.map((at, j) => (i === j ? { x: at.x + dx, y: at.y + dy } : at)));
  const scale = () => box.width / Math.max(1, frame.current.getBoundingClientRect().width);

  const onDown = (i) => (event) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { i, moved: 0 };
  };
  const onMove = (event) => {
    if (!drag.current) return;
    const k = Math.max(scale(), box.height / Math.max(1, frame.current.getBoundingClientRect().height));
    drag.current.moved += Math.abs(event.movementX) + Math.abs(event.movementY);
    move(drag.current.i, event.movementX * k, event.movementY * k);
  };
  const onUp = () =>
    setTimeout(() => {
      drag.current = null;
    });
  const onClick = (event) => {
    if (drag.current && drag.current.moved > CLICK_MOVES) event.preventDefault();
  };
  const onKeyDown = (i) => (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step || !event.shiftKey) return;
    event.preventDefault();
    move(i, step[0] * KEY_STEP, step[1] * KEY_STEP);
  };

  return html`<div class="graph">
    <svg ref=${frame} viewBox=${`${box.x} ${box.y} ${box.width} ${box.height}`} role="group"
        aria-label=${`Graph of ${counted(nodes.length, 'entity', 'entities')} and ${counted(edges.length, 'fact')}`}
        onPointerMove=${onMove} onPointerUp=${onUp} onPointerCancel=${onUp}>
      <defs><marker id="arrow" viewBox="0 0 10 10" refX="19" refY="5" markerWidth="6" markerHeight="6"
        orient="auto-start-reverse"><path d="M0,1 L9,5 L0,9 z" /></marker></defs>
      ${edges.map((edge) => {
        const [from, to] = [positions[places.get(edge.head)], positions[places.get(edge.tail)]];
        return (
          from &&
          to &&
          html`<${Edge} from=${from} to=${to} label=${phraseOf(edge.relation.display_name)}
          lit=${lit !== null && (edge.head === lit || edge.tail === lit)} />`
        );
      })}
      ${nodes.map(
        (node, i) => html`<a key=${node.name} href=${entityLink(node.name)} draggable="false"
          class=${`graph-node${i === 0 ? ' centre' : ''}${lit === node.name ? ' lit' : ''}`}
          aria-label=${`${node.display_name}, ${counted(node.facts, 'fact')}`}
          transform=${`translate(${positions[i].x.toFixed(1)},${positions[i].y.toFixed(1)})`}
          onPointerDown=${onDown(i)} onClick=${onClick} onDragStart=${(event) => event.preventDefault()}
          onKeyDown=${onKeyDown(i)} onFocus=${() => setLit(node.name)} onBlur=${() => setLit(null)}
          onPointerEnter=${() => setLit(node.name)} onPointerLeave=${() => setLit(null)}>
        <circle r=${i === 0 ? 9 : 6} />
        <text y=${i === 0 ? -15 : -11}>${node.display_name}</text>
      </a>`,
      )}
    </svg>
    <p class="quiet note">Drag a node to move it, or press Shift and an arrow key. Pointing at one names its facts.</p>
  </div>`;
}
