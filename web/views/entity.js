// An entity: what is known of it (a page at a time: some have a hundred thousand facts), what is predicted, and what
// it is connected with.
import { html, useState } from '../vendor/preact-htm.js';
import { useApp, useLoad } from '../context.js';
import { Bar } from '../parts/bar.js';
import { Triple, answerWords, phraseOf } from '../parts/fact.js';
import { Graph } from '../parts/graph.js';
import { Loaded, Loading, Problem } from '../parts/message.js';
import { count, counted, worth } from '../parts/numbers.js';
import { Pager } from '../parts/pager.js';
import { useTitle } from '../parts/title.js';
import { formatQuery } from '../query.js';
import { asQuery, questionsAbout } from '../questions.js';

const PAGE = 20;
const FIRST_GROUPS = 4;

const EntityName = ({ entity }) => html`<span class="entity">${entity.display_name}</span>`;
const RelationName = ({ relation }) => html`<span class="relation">${phraseOf(relation.display_name)}</span>`;

const groupWords = (entity, group) =>
  group.direction === 'out'
    ? html`<${EntityName} entity=${entity} /> <${RelationName} relation=${group.relation} /> …`
    : html`… <${RelationName} relation=${group.relation} /> <${EntityName} entity=${entity} />`;

function Facts({ entity, group }) {
  const { ask } = useApp();
  const [offset, setOffset] = useState(0);
  const state = useLoad(
    (signal) =>
      ask(
        'facts',
        {
          entity: entity.name,
          relation: group.relation.name,
          direction: group.direction,
          offset,
          count: PAGE,
        },
        signal,
      ),
    [entity.name, offset],
  );
  return html`<${Loaded} state=${state} what="Loading facts">${(data) => html`
    <ul class="fact-list">${data.facts.map((fact) => html`<li key=${fact.fact}><${Triple} ...${fact} /></li>`)}</ul>
    <${Pager} total=${data.total} offset=${data.offset} size=${PAGE} onMove=${setOffset} what="facts" />`}<//>`;
}

function Group({ entity, group, open }) {
  const [opened, setOpened] = useState(open);
  return html`<li class="group">
    <h3><button class="toggle-line" aria-expanded=${opened ? 'true' : 'false'} onClick=${() => setOpened(!opened)}>
      <span class="toggle-mark" aria-hidden="true"></span>
      <span>${groupWords(entity, group)}</span> <span class="quiet number">${count(group.facts)}</span>
    </button></h3>
    ${opened && html`<${Facts} entity=${entity} group=${group} />`}
  </li>`;
}

// The best new answers to the question of a group.
function Prediction({ entity, group }) {
  const { ask, link, entityLink } = useApp();
  const q = formatQuery(asQuery(entity, group));
  const state = useLoad((signal) => ask('predict', { q, top: 3, new: true }, signal), [q]);
  return html`<li class="prediction">
    <a class="prediction-question" href=${link(['ask'], { q })}>${groupWords(entity, group)}</a>
    ${state.error && html`<p class="quiet">${state.error.message}</p>`}
    ${!state.error && !state.data && html`<${Loading} />`}
    ${
      state.data &&
      (state.data.answers.length === 0
        ? html`<p class="quiet">nothing new</p>`
        : html`<ul>${state.data.answers.map(
            (answer) => html`<li key=${answer.fact}>
          <a class="entity" href=${entityLink(answer.answer.name)}>${answer.answer.display_name}</a>
          <${Bar} value=${worth(answer).value} /><span class="number">${worth(answer).text}</span>
          <a href=${link(['why'], { q: answer.fact })} aria-label=${`Why ${answerWords(state.data, answer)}?`}>Why?</a>
        </li>`,
          )}</ul>`)
    }
  </li>`;
}

function Predictions({ entity }) {
  const { run } = useApp();
  const [shown, setShown] = useState(FIRST_GROUPS);
  const all = questionsAbout(entity.groups, run?.relation_list ?? []);
  const groups = all.slice(0, shown);
  return html`<section>
    <h2>Predictions</h2>
    <ul class="predictions">${groups.map(
      (group) => html`<${Prediction}
      key=${`${group.relation.name} ${group.direction}`} entity=${entity} group=${group} />`,
    )}</ul>
    ${
      shown < all.length &&
      html`<button onClick=${() => setShown(shown + FIRST_GROUPS)}>
      ${counted(all.length - shown, 'more question')}</button>`
    }
  </section>`;
}

function Neighbourhood({ entity }) {
  const { ask } = useApp();
  const state = useLoad((signal) => ask('graph', { entity: entity.name, count: 40 }, signal), [entity.name]);
  return html`<section>
    <h2>Neighbourhood</h2>
    <${Loaded} state=${state} what="Loading the neighbourhood">${(data) => html`<${Graph} key=${entity.name}
      nodes=${data.nodes} edges=${data.edges} centre=${entity.name} />`}<//>
  </section>`;
}

export function Entity({ name }) {
  const { ask } = useApp();
  const state = useLoad((signal) => ask('entity', { name }, signal), [name]);
  useTitle(state.data?.display_name ?? name);
  if (state.error)
    return html`<${Problem} error=${state.error} retry=${state.reload} heading="There is no such entity" />`;
  if (!state.data || (state.data.name !== name && state.loading)) return html`<${Loading} />`;
  const entity = state.data;
  return html`<div class="entity-page" key=${entity.name}>
    <p class="eyebrow">${entity.types.join(' · ') || 'Entity'}</p>
    <h1 tabindex="-1">${entity.display_name}</h1>
    <p class="quiet">${entity.display_name !== entity.name && html`<code>${entity.name}</code> · `}${counted(
      entity.facts,
      'fact',
    )}</p>
    <div class="entity-columns">
      <section>
        <h2>Facts</h2>
        ${entity.groups.length === 0 && html`<p class="empty">No fact speaks of it.</p>`}
        <ul class="groups">${entity.groups.map(
          (group, i) => html`<${Group}
          key=${`${group.relation.name} ${group.direction}`} entity=${entity} group=${group} open=${i === 0} />`,
        )}</ul>
      </section>
      <${Predictions} entity=${entity} />
    </div>
    <${Neighbourhood} entity=${entity} />
  </div>`;
}
