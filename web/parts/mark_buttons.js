// "Right" and "wrong" beside a fact. A second press takes the mark back. Marks go to the server's file.
import { html, useState, useEffect } from '../vendor/preact-htm.js';
import { post } from '../api.js';
import { useApp } from '../context.js';

export function MarkButtons({ fact, words, mark, onMarked }) {
  const { marks, runName } = useApp();
  const [current, setCurrent] = useState(mark);
  const [problem, setProblem] = useState(null);
  useEffect(() => setCurrent(mark), [mark, fact]);
  if (!marks) return null;

  async function set(wanted) {
    const next = wanted === current ? 'none' : wanted;
    try {
      await post('marks', { run: runName }, { fact, mark: next });
      setCurrent(next === 'none' ? undefined : next);
      setProblem(null);
      onMarked?.(next);
    } catch (error) {
      setProblem(error.message);
    }
  }

  const button = (value, label) => html`<button class=${`mark mark-${value}`}
    aria-pressed=${current === value ? 'true' : 'false'} aria-label=${`${label}: ${words}`}
    onClick=${() => set(value)}>${label}</button>`;
  return html`<span class="marks" role="group" aria-label="Your judgement">
    ${button('right', 'Right')}${button('wrong', 'Wrong')}
    ${problem && html`<span class="mark-problem" role="alert">${problem}</span>`}
  </span>`;
}
