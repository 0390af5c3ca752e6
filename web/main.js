// The page: which view an address names, and what stands around it.
import { html, render, useEffect, useRef, useState } from './vendor/preact-htm.js';
import { address, parseAddress } from './address.js';
import { get } from './api.js';
import { App, go, useApp } from './context.js';
import { Loading, Problem } from './parts/message.js';
import { SearchBox } from './parts/search_box.js';
import { ThemeSwitch, applyTheme } from './parts/theme.js';
import { useTitle } from './parts/title.js';
import { TokenDialog } from './parts/token_dialog.js';
import { Ask } from './views/ask.js';
import { Entity } from './views/entity.js';
import { VectorMap } from './views/map.js';
import { Marks } from './views/marks.js';
import { Rule } from './views/rule.js';
import { Rules } from './views/rules.js';
import { Stats } from './views/stats.js';
import { Training } from './views/training.js';
import { Why } from './views/why.js';

const VIEWS = {
  ask: ({ params }) => html`<${Ask} params=${params} />`,
  why: ({ params }) => html`<${Why} params=${params} />`,
  entity: ({ path }) => html`<${Entity} name=${path[1] ?? ''} />`,
  rules: ({ params }) => html`<${Rules} params=${params} />`,
  rule: ({ params }) => html`<${Rule} params=${params} />`,
  map: () => html`<${VectorMap} />`,
  stats: () => html`<${Stats} />`,
  training: () => html`<${Training} />`,
  marks: () => html`<${Marks} />`,
};

function useAddress() {
  const [route, setRoute] = useState(parseAddress(window.location.hash));
  useEffect(() => {
    const onChange = () => setRoute(parseAddress(window.location.hash));
    window.addEventListener('hashchange', onChange);
    return () => window.removeEventListener('hashchange', onChange);
  }, []);
  return route;
}

function RunChooser({ view }) {
  const { runs, run } = useApp();
  if (runs.length < 2) return null;
  const choose = (event) =>
    go(
      address([view === 'entity' || view === 'rule' || view === 'why' ? 'ask' : view], {
        run: event.target.value === runs[0].name ? null : event.target.value,
      }),
    );
  return html`<label class="run-chooser"><span class="hidden-text">Run</span>
    <select value=${run?.name} onChange=${choose}>${runs.map(
      (each) => html`<option value=${each.name}
      selected=${each.name === run?.name}>${each.name}${each.state === 'training' ? ' (training)' : ''}</option>`,
    )}</select></label>`;
}

function Header({ view }) {
  const { run, marks, link } = useApp();
  const items = [
    ['ask', 'Ask'],
    ['rules', 'Rules'],
    run?.vectors && ['map', 'Map'],
    ['stats', 'Statistics'],
    ['training', 'Training'],
    marks && ['marks', 'Marks'],
  ].filter(Boolean);
  const current = { why: 'ask', entity: 'ask', rule: 'rules' }[view] ?? view;
  return html`<header class="top">
    <a class="word-mark" href=${link(['ask'])} aria-label="gntp, first page">gntp</a>
    <nav aria-label="Views">${items.map(
      ([key, name]) => html`<a href=${link([key])}
      aria-current=${current === key ? 'page' : undefined}>${name}</a>`,
    )}</nav>
    <div class="top-tools"><${RunChooser} view=${view} /><${ThemeSwitch} /></div>
  </header>`;
}

// A view of a run that cannot answer yet.
function StillTraining() {
  const { run, link } = useApp();
  useTitle(`${run.name} is still being trained`);
  return html`<section class="problem"><h1 tabindex="-1">${run.name} is still being trained</h1>
    <p>It can be asked when that is done. <a href=${link(['training'])}>Watch the training</a></p></section>`;
}

// An address that names a view or a run that is not there.
function NotThere({ what }) {
  useTitle(`There is no such ${what}`);
  return html`<section class="problem"><h1 tabindex="-1">There is no such ${what}</h1>
    ${what === 'run' && html`<p>The address names a run that this server does not have.</p>`}
    <p><a href="#/ask">Back to the first page</a></p></section>`;
}

function View({ route, view }) {
  const { run } = useApp();
  if (!run) return html`<${NotThere} what="run" />`;
  if (!VIEWS[view]) return html`<${NotThere} what="page" />`;
  if (run.state === 'training' && view !== 'training' && view !== 'marks') return html`<${StillTraining} />`;
  return VIEWS[view](route);
}

// The main part gets the focus when another view is opened, so that readers of the screen hear of it.
function Main({ route, view, children }) {
  const main = useRef(null);
  const first = useRef(true);
  const place = route.path.join('/') + (view === 'ask' || view === 'why' ? route.params.get('q') : '');
  useEffect(() => {
    window.scrollTo(0, 0);
    if (first.current) first.current = false;
    else if (document.activeElement?.id !== 'search') main.current.focus({ preventScroll: true });
  }, [place]);
  return html`<main id="main" ref=${main} tabindex="-1">${children}</main>`;
}

function Page() {
  const route = useAddress();
  const [server, setServer] = useState(null);
  const [problem, setProblem] = useState(null);
  const [token, setToken] = useState(false);
  const [login, setLogin] = useState(0);
  const reload = () =>
    get('runs').then(
      (answer) => {
        setServer(answer);
        setProblem(null);
      },
      (error) => (error.kind === 'token' ? setToken(true) : setProblem(error)),
    );
  useEffect(() => {
    reload();
  }, [login]);
  // A token that is no longer valid: whoever meets the refusal, the dialogue asks.
  useEffect(() => {
    const onRefused = () => setToken(true);
    window.addEventListener('gntp-token', onRefused);
    return () => window.removeEventListener('gntp-token', onRefused);
  }, []);

  const dialog =
    token &&
    html`<${TokenDialog} onDone=${() => {
      setToken(false);
      setLogin(login + 1);
    }} />`;
  if (problem) return html`<main id="main"><${Problem} error=${problem} retry=${reload} /></main>`;
  if (!server) return html`${dialog}<main id="main"><h1 class="hidden-text">gntp</h1><${Loading} /></main>`;
  const wanted = route.params.get('run');
  const run = wanted ? server.runs.find((each) => each.name === wanted) : server.runs[0];
  const view = route.path[0] ?? (run?.state === 'training' ? 'training' : 'ask');
  const query = view === 'ask' || view === 'why' ? (route.params.get('q') ?? '') : '';
  return html`<${App.Provider} value=${{ ...server, run, reload }}>
    <a class="skip" href="#main" onClick=${(event) => {
      event.preventDefault();
      document.getElementById('main').focus();
    }}>
      To the content</a>
    ${dialog}
    <${Header} view=${view} />
    ${run?.state === 'ready' && html`<div class="search-band"><${SearchBox} query=${query} /></div>`}
    <${Main} route=${route} view=${view}><${View}
      key=${`${run?.name} ${view} ${login}`} route=${route} view=${view} /><//>
    <footer class="foot quiet">gntp ${server.version}</footer>
  <//>`;
}

applyTheme();
render(html`<${Page} />`, document.getElementById('page'));
