// What all tests share: the program, and two runs. `atlas` has labels, types, vectors and probabilities; `places` has
// sentences. all.mjs trains them once for all files; a file that is run alone trains its own.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeAtlas, makePlaces, train } from './data.mjs';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const gntp = process.env.GNTP ?? path.join(root, 'build/release/gntp');
export const pictures = path.join(root, 'build/web-pictures');

const countries = path.join(root, 'data/countries');

export function temporaryFolder() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gntp-web-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function trainRuns(folder) {
  train(gntp, makeAtlas(countries, path.join(folder, 'atlas-data')), path.join(folder, 'atlas'), [
    '--preset',
    'hybrid',
    '--set',
    'mine.adaptive=false',
  ]);
  train(
    gntp,
    makePlaces(gntp, path.join(root, 'data/places'), path.join(folder, 'places-data')),
    path.join(folder, 'places'),
    ['--preset', 'countries-s1'],
  );
  return folder;
}

export function runFolders() {
  const folder = process.env.GNTP_WEB_RUNS ?? trainRuns(temporaryFolder());
  return [path.join(folder, 'atlas'), path.join(folder, 'places')];
}
