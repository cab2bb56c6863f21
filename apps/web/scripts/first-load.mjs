// Measures what a browser fetches on its first visit: the login page, and the station list beyond it.
// node apps/web/scripts/first-load.mjs [--chromium /usr/bin/chromium]
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const DIST = path.join(import.meta.dirname, '../dist');
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
};

/**
 * Bytes transferred (heads and bodies, brotli where there is one) by a browser with an empty cache.
 * Needs a built `dist` and a Chromium. The API is answered here, with a page of twenty stations.
 * @param {{ executablePath?: string, dist?: string }} options
 * @returns {Promise<{ login: number, stations: number, files: { url: string, bytes: number, page: string }[] }>}
 */
export async function measureFirstLoad({ executablePath = '/usr/bin/chromium', dist = DIST } = {}) {
  const server = createServer((request, response) => answer(dist, request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({ executablePath, args: FLAGS });
  try {
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
    const traffic = await watchTraffic(page);
    await page.goto(`http://127.0.0.1:${server.address().port}/#/login`);
    await page.getByLabel('Password', { exact: true }).waitFor();
    await page.waitForLoadState('networkidle');
    traffic.turn('stations');
    await page.getByLabel(/E-mail/).fill('demo@sunfleet.example');
    await page.getByLabel('Password', { exact: true }).fill('secret');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Station 20', { exact: true }).first().waitFor();
    await page.waitForLoadState('networkidle');
    return traffic.result();
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

async function watchTraffic(page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const urls = new Map();
  const files = [];
  let current = 'login';
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    urls.set(requestId, [request.url, current]),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const [url, belongs] = urls.get(requestId) ?? ['', current];
    if (url.startsWith('http'))
      files.push({ url: new URL(url).pathname, bytes: encodedDataLength, page: belongs });
  });
  const sum = (name) =>
    files.filter((file) => file.page === name).reduce((total, file) => total + file.bytes, 0);
  return {
    turn: (name) => {
      current = name;
    },
    result: () => ({ login: sum('login'), stations: sum('stations'), files }),
  };
}

function answer(dist, request, response) {
  const { pathname } = new URL(request.url, 'http://localhost');
  if (pathname.startsWith('/api/')) return answerApi(pathname, response);
  const file = path.join(dist, pathname === '/' ? 'index.html' : path.normalize(pathname));
  if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end();
  const packed = existsSync(`${file}.br`);
  response.writeHead(200, {
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'cache-control': 'public, max-age=31536000, immutable',
    ...(packed ? { 'content-encoding': 'br' } : {}),
  });
  return createReadStream(packed ? `${file}.br` : file).pipe(response);
}

function answerApi(pathname, response) {
  if (pathname === '/api/live') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    return response.end();
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  return response.end(JSON.stringify({ code: 200, msg: 'OK', data: API[pathname] ?? [] }));
}

const account = {
  id: 1,
  name: 'Operator',
  userName: null,
  email: 'demo@sunfleet.example',
  mobile: null,
  role: 'organisationAdmin',
  roleName: null,
  accountType: 'professional',
  organisation: { id: 1, code: 'SUN', name: 'Sunny' },
  permissions: [
    'stations.view',
    'stations.create',
    'devices.view',
    'telemetry.view',
    'alarms.view',
    'imports.run',
  ],
  views: null,
  language: null,
  visitor: false,
  mustChangePassword: false,
  weakPassword: false,
  erasedAt: null,
};

const stations = Array.from({ length: 20 }, (_, index) => ({
  id: index + 1,
  name: `Station ${index + 1}`,
  type: 'commercial',
  capacityKw: 100 + index,
  batteryKwh: null,
  timeZone: 'Europe/Madrid',
  country: 'ES',
  address: null,
  owner: null,
  organisation: 'Sunny',
  gridConnectedOn: '2024-03-01',
  labels: [],
  live: {
    stationId: index + 1,
    status: 'normal',
    communication: 'online',
    power: 42_000,
    load: null,
    grid: null,
    battery: null,
    soc: null,
    irradiance: null,
    energyToday: 120,
    energyMonth: 3100,
    energyYear: 41_000,
    energyTotal: 150_000,
    devicesOnline: 2,
    devicesTotal: 2,
    alarms: { emergency: 0, general: 0, tip: 0 },
    lastDataAt: Date.now(),
  },
}));

const none = { connecting: 0, offline: 0, partlyOffline: 0, emergency: 0, alarm: 0, standby: 0, normal: 20 };
const API = {
  '/api/ups/user/login': {
    token: 'token',
    refreshToken: 'refresh',
    expiresAt: Date.now() + 7_200_000,
    account,
  },
  '/api/ups/user/personalInfo': account,
  '/api/ups/user/getSettings': {
    language: null,
    appearance: 'system',
    temperatureUnit: 'celsius',
    weekStart: 1,
    startPage: 'stations',
  },
  '/api/ups/user/queryGrantInfo': { total: 0, page: 1, pageSize: 50, rows: [] },
  '/api/stations': { total: 20, page: 1, pageSize: 20, rows: stations, counts: none },
  '/api/alarms': { total: 0, page: 1, pageSize: 1, rows: [], counts: { tip: 0, general: 0, emergency: 0 } },
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const at = process.argv.indexOf('--chromium');
  const result = await measureFirstLoad(at > 0 ? { executablePath: process.argv[at + 1] } : {});
  for (const { page, bytes, url } of result.files) console.log(`${page}\t${bytes}\t${url}`);
  console.log(`web.login ${Math.round(result.login / 1000)} kB`);
  console.log(`web.stations ${Math.round(result.stations / 1000)} kB`);
}
