// The query language, as the server reads it: `rel(a, ?)`, `rel(?, b)`, `?(a, b)` ask, `rel(a, b)` is explained.
// A name is a quoted text ('...' or "...", with \n, \r, \t and \ before a quote or a backslash; a quote twice is one
// quote) or a run of characters other than ( ) , < > % ? and quotes, with blanks inside; `:-` and `/*` end it.
// Pure functions: texts in, values out.

export class SyntaxProblem extends Error {
  constructor(message, position) {
    super(message);
    this.position = position;
  }
}

const ESCAPES = { n: '\n', r: '\r', t: '\t', '\\': '\\', "'": "'", '"': '"' };
const SPECIAL = new Set('()<>,%?\'"');

const isBlank = (c) => c <= ' ' || c === '\x7f';
const isQuote = (c) => c === "'" || c === '"';

function skipBlanks(text, position) {
  while (position < text.length && isBlank(text[position])) ++position;
  return position;
}

// The end of the bare name that starts at the position; the position itself where there is none.
function bareEnd(text, position) {
  let end = position;
  for (let i = position; i < text.length; ++i) {
    const c = text[i];
    const pair = text.slice(i, i + 2);
    if (SPECIAL.has(c) || pair === ':-' || pair === '/*') break;
    if (!isBlank(c)) end = i + 1;
  }
  return end;
}

function readQuoted(text, position) {
  const quote = text[position];
  let name = '';
  let i = position + 1;
  while (i < text.length) {
    let c = text[i++];
    if (c === '\\') {
      c = ESCAPES[text[i++]];
      if (c === undefined) throw new SyntaxProblem('a backslash in quotes is written \\\\', i - 2);
    } else if (c === quote) {
      if (text[i] !== quote) return { name, end: i };
      ++i;
    }
    name += c;
  }
  throw new SyntaxProblem(`the quote ${quote} is not closed`, position);
}

// A term at the position: {kind: 'unknown' | 'variable' | 'name', name, from, to}.
function readTerm(text, position, what) {
  const from = skipBlanks(text, position);
  if (text[from] === '?') return { kind: 'unknown', name: '?', from, to: from + 1 };
  if (from < text.length && isQuote(text[from])) {
    const { name, end } = readQuoted(text, from);
    if (name === '') throw new SyntaxProblem('a name between quotes is empty', from);
    return { kind: 'name', name, from, to: end };
  }
  const to = bareEnd(text, from);
  if (to === from) throw new SyntaxProblem(`${what} is missing`, from);
  const name = text.slice(from, to);
  return { kind: /^[A-Z_]/.test(name) ? 'variable' : 'name', name, from, to };
}

function expect(text, position, token, message) {
  const at = skipBlanks(text, position);
  if (!text.startsWith(token, at)) throw new SyntaxProblem(message, at);
  return at + token.length;
}

function readAtom(text, position) {
  const relation = readTerm(text, position, 'the relation');
  let at = expect(text, relation.to, '(', `a "(" is missing after “${relation.name}”`);
  const head = readTerm(text, at, 'the head, the first name in the brackets,');
  at = expect(text, head.to, ',', `a comma is missing after “${head.name}”`);
  const tail = readTerm(text, at, 'the tail, the second name in the brackets,');
  at = expect(text, tail.to, ')', `a ")" is missing after “${tail.name}”`);
  return { relation, head, tail, end: at };
}

// A question or a fact: {relation, head, tail, asks: 'relation' | 'head' | 'tail' | null}. A capital letter makes no
// variable here. Throws SyntaxProblem.
export function parseQuery(text) {
  const atom = readAtom(text, 0);
  let end = skipBlanks(text, atom.end);
  if (text[end] === '.') end = skipBlanks(text, end + 1);
  if (end < text.length) throw new SyntaxProblem('the question goes on behind its ")"', end);
  const asked = ['relation', 'head', 'tail'].filter((place) => atom[place].kind === 'unknown');
  if (asked.length > 1) throw new SyntaxProblem('only one place can be asked for: one ?', atom[asked[1]].from);
  const name = (place) => (atom[place].kind === 'unknown' ? null : atom[place].name);
  return { relation: name('relation'), head: name('head'), tail: name('tail'), asks: asked[0] ?? null };
}

// The same, null where the text is no atom.
export function tryParse(text) {
  try {
    return parseQuery(text);
  } catch (problem) {
    if (problem instanceof SyntaxProblem) return null;
    throw problem;
  }
}

// A rule, `p(X, Y) :- q(X, Z), r(Z, Y)`: {head: atom, body: [atom]}, whose terms have kind and name; null where the
// text is none.
export function tryParseRule(text) {
  try {
    const rule = text.replace(/^\s*[0-9.eE+-]+\s*::/, '').replace(/<\d+>\s*\.?\s*$/, '');
    const head = readAtom(rule, 0);
    const body = [];
    let at = head.end;
    let token = ':-';
    while (skipBlanks(rule, at) < rule.length && !/^\s*\.\s*$/.test(rule.slice(at))) {
      const atom = readAtom(rule, expect(rule, at, token, `"${token}" is missing`));
      body.push(atom);
      at = atom.end;
      token = ',';
    }
    return { head, body };
  } catch (problem) {
    if (problem instanceof SyntaxProblem) return null;
    throw problem;
  }
}

// A pattern of text, such as `[XXX] lies in [YYY]`, in place of a relation.
export function isPattern(name) {
  return name.includes('[XXX]') && name.includes('[YYY]');
}

function inQuotes(name, quote) {
  const escaped = name.replace(/[\\\n\r\t]/g, (c) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[c]);
  return quote + escaped.split(quote).join(`\\${quote}`) + quote;
}

// The name as it must be written in a query: quoted only where that is needed.
export function queryName(name) {
  if (isPattern(name)) return inQuotes(name, '"');
  const bare = name !== '' && name !== '_' && !isBlank(name[0]) && bareEnd(name, 0) === name.length;
  if (bare) return name;
  return inQuotes(name, name.includes("'") && !name.includes('"') ? '"' : "'");
}

// The query as text; null for the place that is asked.
export function formatQuery({ relation, head, tail }) {
  const term = (name) => (name === null || name === undefined ? '?' : queryName(name));
  return `${term(relation)}(${term(head)}, ${term(tail)})`;
}

// What is being typed where the caret stands: {place: 'bare' | 'relation' | 'head' | 'tail' | 'end', typed: the name
// so far, from, to: what a suggestion would replace}. Never throws: half a query is the normal case.
export function placeAt(text, caret) {
  let place = 'relation';
  let from = skipBlanks(text, 0);
  let opened = false;
  for (let i = from; i < caret;) {
    const c = text[i];
    if (isQuote(c)) {
      let end;
      try {
        end = readQuoted(text, i).end;
      } catch {
        end = text.length + 1;
      }
      if (end > caret) break;
      i = end;
      continue;
    }
    ++i;
    if (c === '(' && place === 'relation') [place, opened] = ['head', true];
    else if (c === ',' && place === 'head') place = 'tail';
    else if (c === ')' && opened) place = 'end';
    else continue;
    from = i;
  }
  if (!opened && !text.includes('(')) place = 'bare';
  from = Math.min(skipBlanks(text, from), Math.max(caret, from));
  const to = termEnd(text, from);
  const raw = text.slice(from, Math.max(from, Math.min(caret, to)));
  return { place, typed: unquoted(raw.trim()), from, to: Math.max(to, from) };
}

// Where the term that starts at the position ends, however broken it is.
function termEnd(text, from) {
  if (from < text.length && isQuote(text[from])) {
    try {
      return readQuoted(text, from).end;
    } catch {
      return text.length;
    }
  }
  return text[from] === '?' ? from + 1 : bareEnd(text, from);
}

function unquoted(raw) {
  if (raw === '?') return '';
  return isQuote(raw[0] ?? '') ? raw.slice(1).replace(new RegExp(`${raw[0]}$`), '') : raw;
}

// The text with the term that is being typed replaced, ready for the next one: {text, caret, complete}.
export function complete(text, at, term) {
  const rest = text.slice(at.to);
  const before = text.slice(0, at.from);
  if (at.place === 'bare' || at.place === 'relation') {
    const after = /^\s*\(/.test(rest) ? rest.replace(/^\s*\(/, '') : '';
    return { text: `${before}${term}(${after}`, caret: before.length + term.length + 1, complete: false };
  }
  if (at.place === 'head') {
    const after = rest.replace(/^\s*,?\s*/, '');
    const start = `${before}${term}, `;
    return { text: start + after, caret: start.length, complete: tryParse(start + after) !== null };
  }
  const done = `${before}${term})`;
  return { text: done, caret: done.length, complete: tryParse(done) !== null };
}
