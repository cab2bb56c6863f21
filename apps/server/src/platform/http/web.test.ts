import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
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
