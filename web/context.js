// What every view needs: the run that is looked at, addresses that keep it, and a way to load data.
import { createContext, useContext, useEffect, useState } from './vendor/preact-htm.js';
import { address } from './address.js';
import { get } from './api.js';

// {runs, run, marks: whether answers may be marked, version, params, reload}
export const App = createContext(null);

export function useApp() {
  const app = useContext(App);
  const run = app.run?.name === app.runs[0]?.name ? undefined : app.run?.name;
  return {
    ...app,
    // `run` for the server and for addresses; the first run is the default and left out.
    runName: run,
    link: (path, params) => address(path, { ...params, run }),
    ask: (name, params, signal) => get(name, { ...params, run }, signal),
    entityLink: (name) => address(['entity', name], { run }),
  };
}

export function go(hash) {
  window.location.hash = hash;
}

// Loads when `deps` change: {data, error, loading, reload}. What was loaded before stays until the new is there, so
// that nothing flickers; an answer that comes too late is dropped. `load(signal)` may return null: nothing to load.
export function useLoad(load, deps) {
  const [state, setState] = useState({ data: null, error: null, loading: true });
  const [round, setRound] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    setState((old) => ({ ...old, error: null, loading: true }));
    Promise.resolve(load(controller.signal)).then(
      (data) => controller.signal.aborted || setState({ data, error: null, loading: false }),
      (error) => controller.signal.aborted || setState({ data: null, error, loading: false }),
    );
    return () => controller.abort();
  }, [...deps, round]);
  return { ...state, reload: () => setRound((old) => old + 1) };
}
