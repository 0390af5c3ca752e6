// When something is wrong: nonsense, unknown names, a server that stops, a token, a run that is still being trained.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startBrowser } from './support/browser.mjs';
import { startServer } from './support/server.mjs';
import { REFUSED, UNREACHABLE, Visitor } from './support/visitor.mjs';
import { gntp, pictures, root, runFolders, temporaryFolder } from './support/world.mjs';

let browser;
let server;
let runs;

before(async () => {
  runs = runFolders();
  server = await startServer(gntp, runs);
  browser = await startBrowser();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const search = (page) => page.getByRole('combobox', { name: 'Ask a question or find a name' });

test('nonsense is answered with what is wrong and how to ask', { timeout: 60000 }, async () => {
  const me = await Visitor.arrive(browser, server.address, { tolerate: REFUSED });
  await me.open('');
  await me.tabTo(search(me.page));
  await me.type('where on earth is syria');
  await me.press('Enter');
  await me.heading('This is not a question yet');
  const text = await me.textOf(me.page.getByRole('alert'));
  assert.match(text, /"\(" is missing/);
  assert.match(text, /which tail\?/);
  assert.equal(await me.page.title(), 'Not a question yet – gntp');
  await me.leave();
});

test('an unknown name is answered with those that may be meant', { timeout: 60000 }, async () => {
  const me = await Visitor.arrive(browser, server.address, { tolerate: REFUSED });
  await me.open('#/ask?q=locatedIn(siria, ?)');
  await me.page.getByRole('heading', { name: 'This question cannot be answered' }).waitFor();
  assert.match(await me.textOf(me.page.getByRole('alert')), /siria/);
  await me.tabToAndPress(me.page.getByRole('link', { name: 'locatedIn(Syria, ?)' }));
  await me.heading('Syria located in ?');
  await me.leave();
});

test('two unknown names are corrected together', { timeout: 60000 }, async () => {
  const me = await Visitor.arrive(browser, server.address, { tolerate: REFUSED });
  await me.open('#/ask?q=locatdIn(siria, ?)');
  await me.tabToAndPress(me.page.getByRole('link', { name: 'located in(Syria, ?)' }));
  await me.heading('Syria located in ?');
  await me.leave();
});

test('an unknown entity, an unknown page and an unknown run', { timeout: 60000 }, async () => {
  const me = await Visitor.arrive(browser, server.address, { tolerate: REFUSED });
  await me.open('#/entity/nowhere');
  await me.page.getByRole('heading', { name: 'There is no such entity' }).waitFor();
  await me.open('#/nonsense');
  await me.heading('There is no such page');
  assert.equal(await me.page.title(), 'There is no such page – gntp');
  await me.open('#/ask?q=locatedIn(syria, ?)&run=nobody');
  await me.heading('There is no such run');
  assert.equal(await me.page.getByRole('list', { name: 'Answers' }).count(), 0);
  await me.tabToAndPress(me.page.getByRole('link', { name: 'Back to the first page' }));
  await me.heading('Ask what is missing');
  await me.leave();
});

test('a server that has stopped is said so, and tried again', { timeout: 60000 }, async (t) => {
  const own = await startServer(gntp, runs);
  t.after(own.stop);
  const me = await Visitor.arrive(browser, own.address, { tolerate: UNREACHABLE });
  await me.open('#/ask?q=locatedIn(syria, ?)');
  await me.heading('Syria located in ?');
  await own.stop();
  await me.tabToAndPress(me.page.getByRole('link', { name: 'Why Syria located in Asia?' }));
  await me.page.getByRole('heading', { name: 'The server has stopped' }).waitFor();
  assert.match(await me.textOf(me.page.getByRole('alert')), /gntp serve/);
  const again = await startServer(gntp, runs, ['--port', new URL(own.address).port]);
  t.after(again.stop);
  await me.tabToAndPress(me.page.getByRole('button', { name: 'Try again' }));
  await me.heading('Syria located in Asia');
  await me.leave();
});

test('a token is asked for, and asked again where it is wrong', { timeout: 60000 }, async (t) => {
  const token = 'a-token-for-this-test-alone';
  const file = path.join(temporaryFolder(), 'token');
  writeFileSync(file, token + '\n');
  const own = await startServer(gntp, runs, ['--token-file', file]);
  t.after(own.stop);
  const me = await Visitor.arrive(browser, own.address, { tolerate: REFUSED });
  await me.open('#/ask?q=locatedIn(syria, ?)');
  const dialog = me.page.getByRole('dialog', { name: 'A token is needed' });
  await dialog.waitFor();
  await me.tabTo(me.page.getByRole('textbox', { name: 'Token' }));
  await me.type('not the token at all');
  await me.press('Enter');
  await dialog.getByText('This is not the token').waitFor();
  await me.press('Control+a');
  await me.type(token);
  await me.press('Enter');
  await me.heading('Syria located in ?');
  assert.doesNotMatch(await me.page.evaluate(() => document.cookie), /token/i, 'scripts cannot read the cookie');
  await me.leave();
});

test('a run that is being trained is watched', { timeout: 120000 }, async (t) => {
  const run = path.join(temporaryFolder(), 'watched');
  const training = spawn(
    gntp,
    [
      'train',
      path.join(root, 'data/countries/S1'),
      '--preset',
      'countries-s1',
      '--set',
      'learn.epochs=100000',
      '--out',
      run,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => training.once('exit', resolve));
  t.after(async () => {
    training.kill('SIGKILL');
    await ended;
  });
  const own = await startWhenThere(run);
  t.after(own.stop);
  const me = await Visitor.arrive(browser, own.address);
  await me.open('');
  await me.heading('Training');
  await me.page.getByText(/watched is being trained/).waitFor();
  const loss = me.page.getByRole('img', { name: /^Loss by epoch/ });
  await loss.waitFor({ timeout: 30000 });
  const label = await loss.getAttribute('aria-label');
  await me.page.waitForFunction(
    (old) => document.querySelector('.chart svg').getAttribute('aria-label') !== old,
    label,
    { timeout: 30000 },
  );
  await me.page.screenshot({ path: path.join(pictures, 'training-live-light.png'), fullPage: true });
  await me.open('#/rules');
  await me.heading('watched is still being trained');
  await me.leave();
});

// The folder is there a moment after the training has begun.
async function startWhenThere(run) {
  for (let tries = 0; ; ++tries) {
    try {
      return await startServer(gntp, [run]);
    } catch (problem) {
      if (tries === 20) throw problem;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  }
}
