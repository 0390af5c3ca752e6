// Facts and rules in words: `locatedIn(syria, asia)` reads "syria locatedIn asia", entities are links, and a pattern of
// text such as `[XXX] lies in [YYY]` reads as the phrase it is.
import { html } from '../vendor/preact-htm.js';
import { useApp } from '../context.js';
import { formatQuery, isPattern, tryParse, tryParseRule } from '../query.js';

// Other names in a pattern stand for anything.
const withGaps = (pattern) => pattern.replaceAll('[ENT]', '…');

// A pattern without its ends, as a phrase; other names as they are.
export function phraseOf(name) {
  return isPattern(name) ? `“${withGaps(name).replace('[XXX]', '…').replace('[YYY]', '…')}”` : name;
}

// What a relation says between head and tail, as pieces of text.
function Between({ relation, head, tail }) {
  if (!isPattern(relation)) return html`${head} <span class="relation">${relation}</span> ${tail}`;
  const pieces = relation.split(/(\[XXX\]|\[YYY\])/);
  return html`<span class="phrase">${pieces.map((piece) =>
    piece === '[XXX]' ? head : piece === '[YYY]' ? tail : withGaps(piece),
  )}</span>`;
}

// head, relation and tail: {name, display_name}.
export function Triple({ head, relation, tail, plain }) {
  const { entityLink } = useApp();
  const entity = (ref) =>
    plain
      ? html`<span class="entity">${ref.display_name}</span>`
      : html`<a class="entity" href=${entityLink(ref.name)}>${ref.display_name}</a>`;
  return html`<span class="triple"><${Between}
    relation=${relation.display_name} head=${entity(head)} tail=${entity(tail)} /></span>`;
}

// The same of a text in ids, with the text in words where there is one.
export function FactText({ text, inWords, plain }) {
  const ids = tryParse(text);
  const words = (inWords && tryParse(inWords)) || ids;
  if (!ids) return html`<code>${inWords || text}</code>`;
  const ref = (place) => ({ name: ids[place] ?? '?', display_name: words[place] ?? '?' });
  const asked = ids.asks !== null;
  return html`<${Triple} head=${ref('head')} relation=${ref('relation')} tail=${ref('tail')}
    plain=${plain || asked} />`;
}

// As plain text, for titles and for names that are read out.
export function factWords(text, inWords) {
  const words = (inWords && tryParse(inWords)) || tryParse(text);
  if (!words) return inWords || text;
  const [head, tail] = [words.head ?? 'what', words.tail ?? 'what'];
  const relation = words.relation ?? 'is related how to';
  if (isPattern(relation)) return withGaps(relation).replace('[XXX]', head).replace('[YYY]', tail);
  return `${head} ${relation} ${tail}`;
}

// The fact that an answer makes, likewise: the question with its gap filled.
export function answerWords({ query, in_words: inWords, asks }, answer) {
  const said = tryParse(inWords || query);
  return said ? factWords(formatQuery({ ...said, [asks]: answer.answer.display_name })) : factWords(answer.fact);
}

function Term({ term }) {
  return term.kind === 'variable' ? html`<var>${term.name}</var>` : html`<span class="entity">${term.name}</span>`;
}

function RuleAtom({ atom }) {
  return html`<span class="rule-atom"><${Between} relation=${atom.relation.name}
    head=${html`<${Term} term=${atom.head} />`} tail=${html`<${Term} term=${atom.tail} />`} /></span>`;
}

// "X locatedIn Y if X neighborOf Z and Z locatedIn Y".
export function RuleText({ text, inWords }) {
  const rule = tryParseRule(inWords || text);
  if (!rule) return html`<code>${inWords || text}</code>`;
  return html`<span class="rule-words"><${RuleAtom} atom=${rule.head} />${rule.body.map(
    (atom, i) => html` <span class="joint">${i === 0 ? 'if' : 'and'}</span> <${RuleAtom} atom=${atom} />`,
  )}</span>`;
}

export function ruleWords(text, inWords) {
  const rule = tryParseRule(inWords || text);
  if (!rule) return inWords || text;
  const atom = ({ head, relation, tail }) => `${head.name} ${relation.name} ${tail.name}`;
  return rule.body.length === 0 ? atom(rule.head) : `${atom(rule.head)} if ${rule.body.map(atom).join(' and ')}`;
}
