// Light, dark, or as the system has it. The choice is kept in this browser.
import { html, useState } from '../vendor/preact-htm.js';

const KEY = 'gntp-theme';
const NAMES = { system: 'auto', light: 'light', dark: 'dark' };
const NEXT = { system: 'light', light: 'dark', dark: 'system' };

function stored() {
  try {
    return localStorage.getItem(KEY) ?? 'system';
  } catch {
    return 'system';
  }
}

export function applyTheme(theme = stored()) {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState(stored());
  function change() {
    const next = NEXT[theme] ?? 'system';
    try {
      localStorage.setItem(KEY, next);
    } catch {
      // A browser that keeps nothing: the choice holds until the page is closed.
    }
    applyTheme(next);
    setTheme(next);
  }
  return html`<button class="plain theme" onClick=${change}>Colours: ${NAMES[theme] ?? NAMES.system}</button>`;
}
