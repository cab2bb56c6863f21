// npm run check: everything that reads the code without running it.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { install, root, runTool } from './node.mjs';

install();
const workspaces = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
);
const checks = [
  ['format', () => runTool('oxfmt', ['--check', '.'])],
  ['lint', () => runTool('oxlint', ['--deny-warnings'])],
  ...[...workspaces, 'bench', 'e2e'].map((folder) => [
    `types of ${folder}`,
    () => runTool('typescript', ['-p', folder]),
  ]),
  [
    'import rules',
    () =>
      runTool('dependency-cruiser', [
        'packages',
        'apps',
        'bench',
        'e2e',
        '--config',
        '.dependency-cruiser.mjs',
      ]),
  ],
  ['dead code', () => runTool('knip', [])],
  ['dependencies', () => runScript('scripts/check-dependencies.mjs')],
  ['patterns', () => runScript('scripts/check-patterns.mjs')],
  ['file sizes', () => runScript('scripts/check-file-sizes.mjs')],
  ['licences', () => runScript('scripts/licences.mjs')],
];

function runScript(file) {
  return import(path.join(root, file)).then((module) => module.default());
}

let failed = 0;
for (const [name, run] of checks) {
  const started = Date.now();
  const code = await run();
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (code !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);
