// A scatter plot on a canvas: zoom by wheel, buttons or + and -, pan by dragging or the arrows, names on hover.
// A canvas, because thousands of points must move at once; beside it the map has a list for those who cannot see it.
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';
import { Camera } from './camera.js';

const POINT = 3.5;
const NEAR = 14;

// Colours come from the style sheet, so that both schemes have theirs.
function colourOf(element, name) {
  const probe = document.createElement('span');
  probe.className = name;
  element.appendChild(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function draw(canvas, camera, points, colours, muted, marked) {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  const context = canvas.getContext('2d');
  context.scale(ratio, ratio);
  for (const point of points) {
    const { x, y } = camera.toScreen(point);
    if (x < -9 || y < -9 || x > width + 9 || y > height + 9) continue;
    context.globalAlpha = muted(point) ? 0.12 : 0.85;
    context.fillStyle = colours[point.group];
    context.beginPath();
    context.arc(x, y, POINT, 0, 2 * Math.PI);
    context.fill();
  }
  context.globalAlpha = 1;
  if (marked) drawMarked(context, camera.toScreen(marked), marked.display_name, canvas);
}

function drawMarked(context, { x, y }, name, canvas) {
  const text = colourOf(canvas.parentElement, 'ink');
  context.strokeStyle = text;
  context.lineWidth = 2;
  context.beginPath();
  context.arc(x, y, POINT + 4, 0, 2 * Math.PI);
  context.stroke();
  context.font = '600 14px system-ui, sans-serif';
  const width = context.measureText(name).width + 16;
  const left = Math.min(Math.max(4, x + 12), canvas.clientWidth - width - 4);
  context.fillStyle = colourOf(canvas.parentElement, 'paper');
  context.fillRect(left, y - 30, width, 24);
  context.strokeStyle = colourOf(canvas.parentElement, 'quiet');
  context.lineWidth = 1;
  context.strokeRect(left, y - 30, width, 24);
  context.fillStyle = text;
  context.fillText(name, left + 8, y - 13);
}

// points: [{name, display_name, x, y, group: number}]; groups: class names of colours; only: a group to show, or null;
// marked: the point to name; onPoint(point | null), onOpen(point).
export function Scatter({ points, groups, only, marked, onPoint, onOpen, label }) {
  const canvas = useRef(null);
  const camera = useRef(null);
  const drag = useRef(null);
  const [version, setVersion] = useState(0);
  const redraw = () => setVersion((old) => old + 1);

  useEffect(() => {
    const observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight } = canvas.current;
      if (!camera.current) camera.current = new Camera(points);
      camera.current.resize(clientWidth, clientHeight);
      redraw();
    });
    observer.observe(canvas.current);
    const scheme = new MutationObserver(redraw);
    scheme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const media = window.matchMedia('(prefers-color-scheme: dark)');
    media.addEventListener('change', redraw);
    return () => {
      observer.disconnect();
      scheme.disconnect();
      media.removeEventListener('change', redraw);
    };
  }, [points]);

  useEffect(() => {
    if (!camera.current) return;
    const colours = groups.map((name) => colourOf(canvas.current.parentElement, name));
    draw(canvas.current, camera.current, points, colours, (p) => only !== null && p.group !== only, marked);
  }, [version, points, groups, only, marked]);

  const zoom = (factor, at) => {
    camera.current.zoom(factor, at);
    redraw();
  };
  const at = (event) => {
    const box = canvas.current.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  // Not a listener of the framework's: the page must not scroll, which only an active listener may prevent.
  useEffect(() => {
    const onWheel = (event) => {
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400), at(event));
    };
    const element = canvas.current;
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  const onMove = (event) => {
    if (drag.current) {
      drag.current.moved += Math.abs(event.movementX) + Math.abs(event.movementY);
      camera.current.pan(event.movementX, event.movementY);
      return redraw();
    }
    return onPoint(camera.current?.nearest(points, at(event), NEAR, only) ?? null);
  };
  const onUp = (event) => {
    const still = drag.current && drag.current.moved < 4;
    drag.current = null;
    if (!still) return;
    const point = camera.current.nearest(points, at(event), NEAR, only);
    if (point) onOpen(point);
  };
  const onKeyDown = (event) => {
    const pan = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] }[event.key];
    const factor = { '+': 1.3, '=': 1.3, '-': 1 / 1.3 }[event.key];
    if (!pan && !factor && event.key !== '0') return;
    event.preventDefault();
    if (pan) camera.current.pan(...pan);
    if (factor) camera.current.zoom(factor);
    if (event.key === '0') camera.current.reset();
    redraw();
  };

  return html`<div class="scatter">
    <canvas ref=${canvas} tabindex="0" role="application" aria-label=${label} onKeyDown=${onKeyDown}
      onPointerDown=${(event) => {
        canvas.current.setPointerCapture(event.pointerId);
        drag.current = { moved: 0 };
      }}
      onPointerMove=${onMove} onPointerUp=${onUp} onPointerCancel=${() => {
        drag.current = null;
      }}
      onPointerLeave=${() => onPoint(null)}></canvas>
    <div class="scatter-tools">
      <button aria-label="Zoom in" onClick=${() => zoom(1.4)}>+</button>
      <button aria-label="Zoom out" onClick=${() => zoom(1 / 1.4)}>−</button>
      <button onClick=${() => {
        camera.current.reset();
        redraw();
      }}>All</button>
    </div>
  </div>`;
}
