// Somebody who looks at the page: a browser page that remembers what went wrong and what was requested, and a hand on
// the keyboard.
import assert from 'node:assert/strict';
import { broken } from './broken.mjs';

export class Visitor {
  static async arrive(browser, address, options = {}) {
    const { tolerate = null, ...contextOptions } = options;
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...contextOptions });
    await broken(context);
    const page = await context.newPage();
    page.setDefaultTimeout(15000);
    return new Visitor(context, page, address, tolerate);
  }

  constructor(context, page, address, tolerate) {
    Object.assign(this, { context, page, address, tolerate, problems: [], requests: [] });
    page.on('console', (message) => message.type() === 'error' && this.problems.push(message.text()));
    page.on('pageerror', (error) => this.problems.push(`${error.message} ${error.stack}`));
    page.on('request', (request) => this.requests.push(request.url()));
  }

  // Opens an address of the page afresh.
  async open(fragment) {
    await this.page.goto('about:blank');
    await this.page.goto(`${this.address}/${fragment}`);
  }

  press(...keys) {
    return keys.reduce((before, key) => before.then(() => this.page.keyboard.press(key)), Promise.resolve());
  }

  type(text) {
    return this.page.keyboard.type(text, { delay: 15 });
  }

  // Presses Tab until the element has the focus: the keyboard alone must get there.
  async tabTo(locator, key = 'Tab') {
    await locator.first().waitFor();
    for (let i = 0; i < 250; ++i) {
      if (await locator.evaluateAll((all) => all.includes(document.activeElement))) return;
      await this.page.keyboard.press(key);
    }
    assert.fail(`the keyboard does not reach ${locator}`);
  }

  async tabToAndPress(locator, key = 'Enter') {
    await this.tabTo(locator);
    await this.page.keyboard.press(key);
  }

  async heading(text) {
    await this.page.getByRole('heading', { level: 1 }).filter({ hasText: text }).waitFor();
  }

  // The text as it is seen, without line ends.
  async textOf(locator) {
    return (await locator.innerText()).replace(/\s+/g, ' ').trim();
  }

  // Ends the visit: nothing may have gone wrong, and nothing may have been asked of others.
  async leave() {
    const { origin } = new URL(this.address);
    const strangers = this.requests.filter((url) => /^(https?|wss?):/.test(url) && new URL(url).origin !== origin);
    const problems = this.problems.filter((text) => !this.tolerate?.test(text));
    await this.context.close();
    assert.deepEqual(strangers, [], 'requests to other hosts');
    assert.deepEqual(problems, [], 'errors in the console');
  }
}

// The browser itself writes refusals of the server into the console.
export const REFUSED = /Failed to load resource.*(400|401)/;
export const UNREACHABLE = /Failed to load resource.*ERR_CONNECTION/;
