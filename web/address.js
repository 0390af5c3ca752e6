// Addresses of the page: every view is a fragment, `#/ask?q=...&run=...`, so that any of them can be sent.

// {path: ['entity', 'syria'], params: URLSearchParams}
export function parseAddress(hash) {
  const [path, search = ''] = splitOnce(hash.replace(/^#\/?/, ''), '?');
  return { path: path.split('/').filter(Boolean).map(decode), params: new URLSearchParams(search) };
}

// `a=1&b=2` of an object: values that are null, undefined, false or '' are left out, true is 1, lists are repeated.
export function searchText(params = {}) {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(params)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each === null || each === undefined || each === false || each === '') continue;
      search.append(key, each === true ? '1' : String(each));
    }
  }
  return search.toString();
}

// The fragment of a view; path is an array of names.
export function address(path, params) {
  const search = searchText(params);
  return `#/${path.map(encodeURIComponent).join('/')}${search ? `?${search}` : ''}`;
}

function splitOnce(text, separator) {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
