// Asks for the token of a server that wants one. The server keeps it in a cookie that scripts cannot read.
import { html, useEffect, useRef, useState } from '../vendor/preact-htm.js';
import { post } from '../api.js';

export function TokenDialog({ onDone }) {
  const dialog = useRef(null);
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState('');
  useEffect(() => dialog.current.showModal(), []);

  async function submit(event) {
    event.preventDefault();
    try {
      await post('login', {}, { token: token.trim() });
      onDone();
    } catch (error) {
      setProblem(error.kind === 'token' ? 'This is not the token. Try again.' : error.message);
    }
  }

  return html`<dialog ref=${dialog} aria-labelledby="token-title" onCancel=${(event) => event.preventDefault()}>
    <form onSubmit=${submit}>
      <h2 id="token-title">A token is needed</h2>
      <p>This server answers only those who have its token. Whoever started it can tell you.</p>
      <label class="block">Token <input type="password" autocomplete="current-password" value=${token}
        aria-describedby="token-problem" onInput=${(event) => setToken(event.target.value)} /></label>
      <p id="token-problem" role="alert" class="dialog-problem">${problem}</p>
      <p><button class="primary" type="submit">Enter</button></p>
    </form>
  </dialog>`;
}
