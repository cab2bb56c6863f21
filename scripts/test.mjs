// npm test: installs what is needed, then the checks, the tests on real stores, and the journeys in a real browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeMemoryFolder, removeMemoryFolder } from './memory-folder.mjs';
import { cacheFolder, environment, install, pinnedNode, root, runTool } from './node.mjs';

async function main() {
  install();
  const { buildWeb } = await import('./build-web.mjs');
  const { findChromium } = await import('./browser.mjs');
  const { ensureNats } = await import('./nats.mjs');
  const filters = process.argv.slice(2);
  // The checks run while the web is built and a browser is found.
  const checking = filters.length === 0 ? check() : undefined;
  buildWeb();
  const chromium = await findChromium();
  ensureNats();
  const results = checking ? [await checking] : [];
  if (!chromium) return 1;
  // What one test file read of the packages is kept for the next ones, where the server keeps it as well.
  const read = path.join(root, 'node_modules/.cache/node');
  const env = { ...environment(), SUNFLEET_CHROMIUM: chromium, NODE_COMPILE_CACHE: read };
  const stores = makeMemoryFolder();
  if (stores) env.TMPDIR = stores;
  try {
    results.push(vitest(filters, env));
  } finally {
    if (stores) removeMemoryFolder(stores);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
}

/** The checks count as one test. */
async function check() {
  const done = spawn(pinnedNode(), [path.join(root, 'scripts/check.mjs')], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  });
  const [status] = await once(done, 'exit');
  return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/** Runs vitest and answers its counts; a run that ends without a report counts as one failure. */
function vitest(filters, env) {
  const report = path.join(cacheFolder(), 'vitest.json');
  rmSync(report, { force: true });
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters];
  const code = runTool('vitest', args, { env });
  try {
    const result = JSON.parse(readFileSync(report, 'utf8'));
    const failed = Math.max(result.numFailedTests, code === 0 ? 0 : 1);
    return { passed: result.numPassedTests, failed, skipped: result.numPendingTests + result.numTodoTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

process.exitCode = await main();
