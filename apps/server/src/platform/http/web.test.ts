import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import type { Config } from '../../config.ts';
import { testPlatform } from '../../../test/harness.ts';
import { readConfig } from '../../config.ts';
import { createHttpServer } from './server.ts';
import { serveWeb } from './web.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const BUILT =
  '<!doctype html><meta name="sunfleet-theme-hosts" content="https://built.example" /><title>Test</title>';

async function pageWith(hosts: string) {
  const webDir = await mkdtemp(path.join(tmpdir(), 'sunfleet-web-'));
  await writeFile(path.join(webDir, 'index.html'), BUILT);
  const { themeHosts } = readConfig({ SUNFLEET_THEME_HOSTS: hosts });
  const parts = { ...platform, config: { ...platform.config, webDir, themeHosts } };
  const server = await createHttpServer(parts, () => Promise.resolve(undefined));
  await serveWeb(server);
  const answers = await Promise.all(['/', '/index.html'].map((url) => server.app.inject({ url })));
  await server.app.close();
  return answers.map(({ body, headers }) => ({
    hosts: /theme-hosts" content="([^"]*)"/.exec(body)?.[1],
    cache: headers['cache-control'],
  }));
}

test('the page names the theme hosts it was built with', async () => {
  const page = { hosts: 'https://built.example', cache: 'no-cache' };
  expect(await pageWith('')).toEqual([page, page]);
});

test('those of the start come in their place', async () => {
  const page = { hosts: 'https://one.example http://10.0.0.6:8080', cache: 'no-cache' };
  expect(await pageWith('https://one.example/, http://10.0.0.6:8080')).toEqual([page, page]);
});

test.each(['one.example', 'https://a.example,https://b.example,https://c.example', 'https://a.example/x"y'])(
  '%s is refused at the start',
  (hosts) => expect(() => readConfig({ SUNFLEET_THEME_HOSTS: hosts })).toThrow('SUNFLEET_THEME_HOSTS'),
);

test.each([
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e/package.json',
  '/a/../../package.json',
  '//etc/passwd',
  '/.env',
])('GET %s is not found, and no error of the server', async (url) => {
  const parent = await mkdtemp(path.join(tmpdir(), 'sunfleet-web-'));
  const webDir = path.join(parent, 'dist');
  await mkdir(webDir);
  await writeFile(path.join(webDir, 'index.html'), BUILT);
  await writeFile(path.join(parent, 'package.json'), '{}');
  const server = await createHttpServer(
    { ...platform, config: { ...platform.config, webDir, themeHosts: [] } },
    () => Promise.resolve(undefined),
  );
  await serveWeb(server);
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const status = await new Promise((resolve, reject) => {
    // Neither `fetch` nor `inject` sends such a path as it stands.
    http
      .get({ host: '127.0.0.1', port, path: url }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on('error', reject);
  });
  await server.app.close();
  expect(status).toBe(404);
});

test('tiles of the settings stand in place of the file of map providers', async () => {
  const built = { 'index.html': BUILT, 'map-providers.json': '[]' };
  const url = 'https://tiles.example.com/{z}/{x}/{y}.png';
  const raster = await serve(built, { mapTiles: { url, credit: '© Somebody' } });
  expect((await raster.app.inject('/map-providers.json')).json()).toEqual([
    { host: '*', tiles: url, datum: 'WGS-84', credit: '© Somebody' },
  ]);
  const style = 'https://tiles.example.com/style.json';
  const vector = await serve(built, { mapTiles: { url: style, credit: '' } });
  expect((await vector.app.inject('/map-providers.json')).json()).toMatchObject([{ style }]);
  expect((await (await serve(built)).app.inject('/map-providers.json')).json()).toEqual([]);
});

/** Serves a built web of these files; answers where it lies and what serves it. */
async function serve(built: Record<string, string | Buffer>, settings: Partial<Config> = {}) {
  const webDir = await mkdtemp(path.join(tmpdir(), 'sunfleet-web-'));
  await mkdir(path.join(webDir, 'assets'));
  for (const [name, content] of Object.entries(built)) await writeFile(path.join(webDir, name), content);
  const server = await createHttpServer(
    { ...platform, config: { ...platform.config, webDir, themeHosts: [], ...settings } },
    () => Promise.resolve(undefined),
  );
  onTestFinished(() => server.app.close());
  await serveWeb(server);
  return { webDir, app: server.app };
}

function openFilesIn(folder: string): number {
  return readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
    } catch {
      return false;
    }
  }).length;
}

test.skipIf(!existsSync('/proc/self/fd'))(
  'strangers who ask for files again and again and do not read hold no file open (needs /proc)',
  async () => {
    // More than the system takes for a client that does not read.
    const { webDir, app } = await serve({
      'index.html': BUILT,
      'assets/map.js': randomBytes(16 * 1024 * 1024),
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const sockets = Array.from({ length: 5 }, () => net.connect(port, '127.0.0.1'));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    let answered = 0;
    for (const socket of sockets) {
      socket.once('readable', () => (answered += 1)).on('error', () => undefined);
      socket.write('GET /assets/map.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(8));
    }
    await vi.waitUntil(() => answered === sockets.length);
    expect(openFilesIn(webDir)).toBe(0);
  },
);

test('a file is sent as the build packed it, its own ending is no address, and who has it is told so', async () => {
  const { app } = await serve({
    'index.html': BUILT,
    'assets/app.js': 'x'.repeat(3000),
    'assets/app.js.br': 'packed by the build',
  });
  const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
  const packed = await get('/assets/app.js', { 'accept-encoding': 'gzip, br' });
  expect(packed.body).toBe('packed by the build');
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  });
  const plain = await get('/assets/app.js');
  expect([plain.body.length, plain.headers['content-encoding']]).toEqual([3000, undefined]);
  const again = await get('/assets/app.js', { 'if-none-match': String(plain.headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  expect((await get('/assets/app.js.br')).statusCode).toBe(404);
  const head = await app.inject({ method: 'HEAD', url: '/assets/app.js' });
  expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '3000']);
});

test('a large file arrives whole, and a HEAD says how large it is', async () => {
  const large = randomBytes(4 * 1024 * 1024);
  const { app } = await serve({ 'index.html': BUILT, 'assets/map.js': large });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const map = await fetch(`${address}/assets/map.js`);
  expect(Buffer.from(await map.arrayBuffer()).equals(large)).toBe(true);
  const headers = { 'accept-encoding': 'identity' };
  const head = await fetch(`${address}/assets/map.js`, { method: 'HEAD', headers });
  expect(head.headers.get('content-length')).toBe(String(large.length));
});

test('one network asks for so many files a minute, and another is served', async () => {
  const { app } = await serve({ 'index.html': BUILT });
  const from = async (remoteAddress: string) => (await app.inject({ url: '/', remoteAddress })).headers;
  expect(await from('203.0.113.9')).toMatchObject({
    'x-ratelimit-limit': '20000',
    'x-ratelimit-remaining': '19999',
  });
  expect(await from('203.0.113.9')).toMatchObject({ 'x-ratelimit-remaining': '19998' });
  expect(await from('203.0.113.10')).toMatchObject({ 'x-ratelimit-remaining': '19999' });
});
