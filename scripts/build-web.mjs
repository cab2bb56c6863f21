// Builds the web when its sources changed since the last build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder, root, runTool } from './node.mjs';

const SOURCES = [
  'apps/web/src',
  'apps/web/scripts',
  'apps/web/public',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'packages',
  'package-lock.json',
];

export function buildWeb() {
  const stamp = path.join(cacheFolder(), 'web-build');
  const wanted = fingerprint();
  const built = existsSync(path.join(root, 'apps/web/dist/index.html'));
  if (built && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Building the web ...');
  if (runTool('vite', ['build', '--logLevel', 'warn'], { cwd: path.join(root, 'apps/web') }) !== 0) {
    throw new Error('The web could not be built; the message stands above.');
  }
  writeFileSync(stamp, wanted);
}

function fingerprint() {
  const hash = createHash('sha256').update(process.env.SUNFLEET_THEME_HOSTS ?? '');
  for (const file of SOURCES.flatMap((source) => filesOf(path.join(root, source)))) {
    hash.update(path.relative(root, file)).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesOf(target) {
  if (!existsSync(target)) return [];
  if (statSync(target).isFile()) return [target];
  return readdirSync(target)
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .sort()
    .flatMap((name) => filesOf(path.join(target, name)));
}
