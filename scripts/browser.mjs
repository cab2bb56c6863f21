// Finds a Chromium for the browser tests, or installs Debian's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const CANDIDATES = [
  process.env.SUNFLEET_CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of a Chromium, installing it where that is possible; undefined when there is none, after saying how to get one. */
export async function findChromium() {
  return installed() ?? fromApt() ?? (await fromPlaywright()) ?? advise();
}

function installed() {
  return CANDIDATES.find((file) => file && existsSync(file));
}

function fromApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Installing Chromium for the browser tests ...');
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  };
  spawnSync('apt-get', ['update', '-qq'], options);
  spawnSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'],
    options,
  );
  return installed();
}

async function fromPlaywright() {
  const { runTool } = await import('./node.mjs');
  const { chromium } = await import('playwright-core');
  if (!existsSync(chromium.executablePath())) {
    console.log('Downloading Chromium for the browser tests ...');
    runTool('playwright-core', ['install', 'chromium'], {
      stdio: ['ignore', 'ignore', 'ignore'],
      timeout: 300_000,
    });
  }
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

function advise() {
  console.error(
    'The browser tests need Chromium and none was found. Install it (Debian: apt-get install chromium), or name one with SUNFLEET_CHROMIUM.',
  );
  return undefined;
}
