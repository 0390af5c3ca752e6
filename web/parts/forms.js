// The query language in four lines, with an example from the run where there is one.
import { html } from '../vendor/preact-htm.js';
import { useApp } from '../context.js';
import { formatQuery } from '../query.js';

// example: a Fact, or undefined.
export function Forms({ example }) {
  const { run, link } = useApp();
  const name = (place, other) => example?.[place].display_name ?? other;
  const [head, tail] = [name('head', 'a'), name('tail', 'b')];
  const relation = name('relation', run?.relation_list?.[0]?.display_name ?? 'relation');
  const lines = [
    [{ relation, head, tail: null }, 'which tail?'],
    [{ relation, head: null, tail }, 'which head?'],
    [{ relation: null, head, tail }, 'how are they related?'],
    [{ relation, head, tail }, 'why, or why not?'],
  ];
  return html`<dl class="forms" aria-label="How to ask">${lines.map(([query, meaning]) => {
    const text = formatQuery(query);
    const view = query.relation && query.head && query.tail ? 'why' : 'ask';
    return html`<div><dt class="query">${example ? html`<a href=${link([view], { q: text })}>${text}</a>` : text}</dt>
      <dd>${meaning}</dd></div>`;
  })}</dl>`;
}
