// Every view, light, dark and narrow: no serious finding of axe-core, nothing wider than the screen, and a picture of
// each in build/web-pictures.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startBrowser } from './support/browser.mjs';
import { startServer } from './support/server.mjs';
import { REFUSED, Visitor } from './support/visitor.mjs';
import { gntp, pictures, runFolders, temporaryFolder } from './support/world.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

// name: [address, what is there when all is there]
const VIEWS = {
  welcome: ['', '.starts li'],
  ask: ['#/ask?q=locatedIn(syria, ?)', '.answer'],
  'ask-relation': ['#/ask?q=?(syria, iraq)', '.answer'],
  'ask-what-if': [
    '#/ask?q=locatedIn(syria, ?)&without=neighborOf(syria, iraq)&without=neighborOf(iraq, syria)',
    '.hidden-facts',
  ],
  why: ['#/why?q=locatedIn(syria, asia)', '.proof'],
  'why-side': ['#/why?q=locatedIn(syria, asia)&side=1', '.proof'],
  'why-what-if': ['#/why?q=locatedIn(syria, asia)&without=locatedIn(iraq, asia)', '.what-if-result'],
  'why-quote': ['#/why?q=locatedIn(kenya, africa)&run=places', '.quote'],
  entity: ['#/entity/syria', '.graph-node'],
  'entity-hub': ['#/entity/africa', '.graph-node'],
  rules: ['#/rules', 'table.rules tbody tr'],
  rule: [`#/rule?text=${encodeURIComponent('locatedIn(X, Y) :- neighborOf(X, A), locatedIn(A, Y)')}`, '.examples li'],
  map: ['#/map', '.legend button'],
  stats: ['#/stats', 'table.relations tbody tr'],
  training: ['#/training', 'h1'],
  marks: ['#/marks', 'h1'],
  nonsense: ['#/ask?q=what is this', '.problem'],
  'unknown-name': ['#/ask?q=locatedIn(siria, ?)', '.meant'],
};

const LOOKS = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  narrow: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  'narrow-dark': { colorScheme: 'dark', viewport: { width: 360, height: 740 } },
};

let browser;
let server;

before(async () => {
  mkdirSync(pictures, { recursive: true });
  server = await startServer(gntp, runFolders(), ['--marks', path.join(temporaryFolder(), 'marks.jsonl')]);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

async function findings(page) {
  // Through the debugger, which the page's content security policy does not bind.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  return violations
    .filter((each) => ['serious', 'critical'].includes(each.impact))
    .flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 160)} ${node.failureSummary}`));
}

for (const [look, options] of Object.entries(LOOKS)) {
  test(`every view, ${look}`, { timeout: 240000 }, async (t) => {
    for (const [name, [fragment, sign]] of Object.entries(VIEWS)) {
      await t.test(name, async () => {
        const me = await Visitor.arrive(browser, server.address, {
          ...options,
          tolerate: REFUSED,
          reducedMotion: 'reduce',
        });
        await me.open(fragment);
        await me.page.locator(sign).first().waitFor();
        await me.page.waitForLoadState('networkidle');
        await me.page.waitForFunction(() => !document.querySelector('.loading, [aria-busy=true]'));
        await me.page.screenshot({ path: path.join(pictures, `${name}-${look}.png`), fullPage: true });
        assert.equal(
          (await me.page.getByRole('heading', { level: 1 }).count()) || (await me.page.locator('.problem h2').count()),
          1,
          'one main heading',
        );
        assert.deepEqual(await findings(me.page), []);
        const wider = await me.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wider <= 0, `${wider} pixels wider than the screen`);
        await me.leave();
      });
    }
  });
}

// The open list of suggestions is a view of its own.
for (const colorScheme of ['light', 'dark']) {
  test(`the suggestions, ${colorScheme}`, { timeout: 60000 }, async () => {
    const me = await Visitor.arrive(browser, server.address, { colorScheme, reducedMotion: 'reduce' });
    await me.open('');
    await me.tabTo(me.page.getByRole('combobox', { name: /^Ask/ }));
    await me.type('syri');
    await me.page.getByRole('option').nth(2).waitFor();
    await me.press('ArrowDown', 'ArrowDown');
    await me.page.screenshot({ path: path.join(pictures, `suggestions-${colorScheme}.png`) });
    assert.deepEqual(await findings(me.page), []);
    await me.leave();
  });
}
