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
  return missing.size === 0 && versions.size === 1 ? 0 : 1;
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
