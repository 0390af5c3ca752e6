// Questions to the server. What goes wrong becomes an ApiError whose message says so in one sentence.
import { searchText } from './address.js';

export class ApiError extends Error {
  // kind: 'stopped' (no server), 'token' (401), 'refused' (400, 404: what was asked), 'busy' (429, 503) or 'broken'.
  constructor(kind, message, status = 0) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

const STOPPED = 'The server does not answer. It may have been stopped, or this computer is no longer connected to it.';

function kindOf(status) {
  if (status === 401) return 'token';
  if (status === 429 || status === 503) return 'busy';
  return status >= 500 ? 'broken' : 'refused';
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, { cache: 'no-store', credentials: 'same-origin', ...options });
  } catch (problem) {
    if (problem.name === 'AbortError') throw problem;
    throw new ApiError('stopped', STOPPED);
  }
  let body = null;
  try {
    body = await response.json();
  } catch (problem) {
    if (problem.name === 'AbortError') throw problem;
    if (response.ok) throw new ApiError('stopped', STOPPED);
  }
  if (response.ok) return body;
  if (response.status === 401 && !path.startsWith('/api/login')) window.dispatchEvent(new Event('gntp-token'));
  const message = body?.error ?? `The server answered with the status ${response.status}.`;
  throw new ApiError(kindOf(response.status), message, response.status);
}

// The address below /api.
export function apiPath(name, params) {
  const search = searchText(params);
  return `/api/${name}${search ? `?${search}` : ''}`;
}

export const get = (name, params, signal) => send(apiPath(name, params), { signal });

export const post = (name, params, value) =>
  send(apiPath(name, params), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(value),
  });
