// Data for the tests, made of the countries: what people call them, of which type they are, and a text about them.
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import path from 'node:path';

const rowsOf = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));

const SMALL = new Set(['and', 'of', 'the']);

// north_america -> North America
const titleOf = (id) =>
  id
    .split('_')
    .map((word, i) => (SMALL.has(word) && i > 0 ? word : word[0].toUpperCase() + word.slice(1)))
    .join(' ');

// A name with everything in it that must be quoted or escaped somewhere.
export const ODD_ID = "isle's (odd)";
export const ODD_NAME = `Isle's <b>"X"</b>, 100 % & ?`;

// The countries of S2 with labels and types. Relations are called "located in" and "neighbour of".
export function makeAtlas(source, folder) {
  mkdirSync(folder, { recursive: true });
  cpSync(path.join(source, 'S2'), folder, { recursive: true });
  appendFileSync(
    path.join(folder, 'train.tsv'),
    `${ODD_ID}\tneighborOf\tmadagascar\nmadagascar\tneighborOf\t${ODD_ID}\n`,
  );
  const subregions = new Map(rowsOf(path.join(source, 'subregions.tsv')));
  const names = new Set(rowsOf(path.join(folder, 'train.tsv')).flatMap(([head, , tail]) => [head, tail]));
  const regions = new Set(subregions.values());
  const typeOf = (name) => (regions.has(name) ? 'continent' : subregions.has(name) ? 'region' : 'country');
  const labels = [...names].map((name) => [name, name === ODD_ID ? ODD_NAME : titleOf(name)]);
  labels.push(['locatedIn', 'located in'], ['neighborOf', 'neighbour of']);
  const write = (name, rows) =>
    writeFileSync(path.join(folder, name), rows.map((row) => `${row.join('\t')}\n`).join(''));
  write('labels.tsv', labels);
  write(
    'types.tsv',
    [...names].map((name) => [name, typeOf(name)]),
  );
  return folder;
}

// The places, with what their text says between them.
export function makePlaces(gntp, source, folder) {
  cpSync(source, folder, { recursive: true });
  const text = path.join(folder, 'places.txt');
  execFileSync(gntp, ['read', text, '--entities', folder, '--out', path.join(folder, 'mentions.tsv')], {
    stdio: 'pipe',
  });
  return folder;
}

export function train(gntp, data, run, options) {
  execFileSync(gntp, ['train', data, '--out', run, ...options], { stdio: 'pipe' });
  return run;
}
