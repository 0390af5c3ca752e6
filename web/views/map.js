// The vectors of the entities in the plane: what is alike lies together.
import { html, useMemo, useState } from '../vendor/preact-htm.js';
import { go, useApp, useLoad } from '../context.js';
import { Loaded } from '../parts/message.js';
import { count, counted, percent } from '../parts/numbers.js';
import { Scatter } from '../parts/scatter.js';
import { useTitle } from '../parts/title.js';

const COLOURS = 7;
const LISTED = 12;

// The types that most points have, each with a colour; the rest share one.
function groupsOf(points) {
  const sizes = new Map();
  for (const { type } of points) if (type) sizes.set(type, (sizes.get(type) ?? 0) + 1);
  const named = [...sizes]
    .sort((a, b) => b[1] - a[1])
    .slice(0, COLOURS)
    .map(([type]) => type);
  const groups = named.map((type, i) => ({ type, colour: `type-${i + 1}`, size: sizes.get(type) }));
  const rest = points.filter((point) => !named.includes(point.type)).length;
  if (rest > 0)
    groups.push({
      type: named.length > 0 ? 'other' : 'all entities',
      colour: named.length > 0 ? 'type-0' : 'type-1',
      size: rest,
    });
  return { groups, place: new Map(named.map((type, i) => [type, i])) };
}

function Legend({ groups, only, onOnly }) {
  return html`<ul class="legend" aria-label="Types">${groups.map(
    (group, i) => html`<li>
    <button aria-pressed=${only === i ? 'true' : 'false'} onClick=${() => onOnly(only === i ? null : i)}>
      <span class=${`dot ${group.colour}`} aria-hidden="true"></span>${group.type}${' '}
      <span class="quiet number">${count(group.size)}</span></button></li>`,
  )}</ul>`;
}

function Plot({ data }) {
  const { entityLink } = useApp();
  const [only, setOnly] = useState(null);
  const [pointed, setPointed] = useState(null);
  const [found, setFound] = useState('');
  const { groups, points } = useMemo(() => {
    const { groups: all, place } = groupsOf(data.points);
    return { groups: all, points: data.points.map((p) => ({ ...p, group: place.get(p.type) ?? all.length - 1 })) };
  }, [data]);
  const wanted = found.trim().toLowerCase();
  const matches =
    wanted === '' ? [] : points.filter((p) => p.display_name.toLowerCase().includes(wanted)).slice(0, LISTED);
  const colours = useMemo(() => groups.map((group) => group.colour), [groups]);
  return html`
    <div class="filters"><label>find <input type="search" value=${found}
      onInput=${(event) => setFound(event.target.value)} /></label></div>
    <${Legend} groups=${groups} only=${only} onOnly=${setOnly} />
    <${Scatter} points=${points} groups=${colours} only=${only} marked=${pointed ?? matches[0] ?? null}
      onPoint=${setPointed} onOpen=${(point) => go(entityLink(point.name))}
      label=${`Map of ${counted(points.length, 'entity', 'entities')}: arrows move it, + and - zoom, 0 shows all`} />
    ${
      wanted !== '' &&
      html`<ul class="plain-list found" aria-label="Found on the map">${matches.map(
        (point) => html`<li>
      <a class="entity" href=${entityLink(point.name)} onFocus=${() => setPointed(point)}
        onBlur=${() => setPointed(null)}>${point.display_name}</a>
      <span class="quiet"> ${point.type ?? ''}</span></li>`,
      )}
      ${matches.length === 0 && html`<li class="quiet">Nothing on the map is called that.</li>`}</ul>`
    }
    <p class="quiet note">${
      points.length < data.entities
        ? `${count(points.length)} of ${count(data.entities)} entities, those with the most facts. `
        : ''
    }The two directions in
      which the vectors differ most: ${data.explained.map(percent).join(' and ')} of all differences. Lying together
      means
      being alike to the model; lying apart may be an accident of the picture.</p>`;
}

export function VectorMap() {
  const { ask } = useApp();
  useTitle('Map');
  const state = useLoad((signal) => ask('map', { count: 2000 }, signal), []);
  return html`<div class="wide">
    <h1 tabindex="-1">Map of the vectors</h1>
    <${Loaded} state=${state} what="Drawing the map" heading="This run has no map">${
      (data) => html`<${Plot} data=${data} />`}<//>
  </div>`;
}
