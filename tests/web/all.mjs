// Runs every test of the page: trains the runs once, then hands over to node's test runner. Arguments go to it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gntp, temporaryFolder, trainRuns } from './support/world.mjs';

if (!existsSync(gntp)) {
  console.error(`${gntp} is not there; './run build' makes it`);
  process.exit(2);
}
const here = path.dirname(fileURLToPath(import.meta.url));
const files = readdirSync(here)
  .filter((name) => name.endsWith('_test.mjs'))
  .map((name) => path.join(here, name));
const folder = trainRuns(temporaryFolder());
const { status } = spawnSync(
  process.execPath,
  ['--test', '--test-concurrency=1', '--test-reporter=spec', ...process.argv.slice(2), ...files],
  { stdio: 'inherit', env: { ...process.env, GNTP_WEB_RUNS: folder } },
);
process.exit(status ?? 1);
