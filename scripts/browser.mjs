// Finds a Chromium for the browser tests, or installs Debian's.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Chromium without the parts that draw a window: a page costs a third less of a processor. */
const SHELL = '/usr/bin/chromium-headless-shell';
const OTHERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Path of a Chromium, installing it where that is possible; undefined when there is none, after saying how to get one. */
export async function findChromium() {
  const named = process.env.SUNFLEET_CHROMIUM;
  return first([named, SHELL]) ?? fromApt() ?? first(OTHERS) ?? (await fromPlaywright()) ?? advise();
}

const first = (files) => files.find((file) => file && existsSync(file));

function fromApt() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('Installing Chromium for the browser tests ...');
  const apt = (...args) =>
    spawnSync('apt-get', [...args, '-qq'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const install = (...packages) => apt('install', '-y', '--no-install-recommends', ...packages);
  apt('update');
  // Older systems have no shell of its own.
  if (!install('chromium-headless-shell', 'fonts-noto-cjk') && !first(OTHERS))
    install('chromium', 'fonts-noto-cjk');
  return first([SHELL]);
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
    'The browser tests need Chromium and none was found. Install it (Debian: apt-get install chromium-headless-shell), or name one with SUNFLEET_CHROMIUM.',
  );
  return undefined;
}
