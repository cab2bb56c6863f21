// npm run check: everything that reads the code without running it.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { install, root, startTool } from './node.mjs';

install();
const workspaces = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
);
// TypeScript 7 checks types twice as fast as 6, which stays for who needs its parser: 7 has none that other tools may call (dependency-cruiser, our own checks).
const cruised = ['packages', 'apps', 'bench', 'e2e'];
const checks = [
  ['format', () => startTool('oxfmt', ['--check', '.'])],
  ['lint', () => startTool('oxlint', ['--deny-warnings'])],
  ...[...workspaces, 'bench', 'e2e'].map((folder) => [
    `types of ${folder}`,
    () => startTool('typescript-7', ['-p', folder, '--singleThreaded']),
  ]),
  [
    'import rules',
    () => startTool('dependency-cruiser', [...cruised, '--config', '.dependency-cruiser.mjs']),
  ],
  ['dead code', () => startTool('knip', [])],
  ['dependencies', () => runScript('scripts/check-dependencies.mjs')],
  ['patterns', () => runScript('scripts/check-patterns.mjs')],
  ['file sizes', () => runScript('scripts/check-file-sizes.mjs')],
  ['licences', () => runScript('scripts/licences.mjs')],
];

/** These write by themselves. */
async function runScript(file) {
  const module = await import(path.join(root, file));
  return { code: await module.default(), output: '' };
}

/** Takes one check after the other until none is left; answers how many of them failed. */
async function work() {
  let failed = 0;
  for (let check = checks.shift(); check; check = checks.shift()) {
    const [name, run] = check;
    const started = Date.now();
    const { code, output } = await run();
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.log(`${output.trimEnd()}\n${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`.trimStart());
    if (code !== 0) failed += 1;
  }
  return failed;
}

// The compiler of types works on one core: as many checks at once as there are cores, four at most for their memory.
const atOnce = Math.min(availableParallelism(), 4);
const failures = await Promise.all(Array.from({ length: atOnce }, work));
process.exit(failures.every((failed) => failed === 0) ? 0 : 1);
