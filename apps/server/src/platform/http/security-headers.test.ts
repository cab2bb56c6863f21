import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeCertificate } from '../../../test/make-certificate.ts';
import { readCertificate } from '../tls-files.ts';
import { registerPlatformRoutes } from './platform-routes.ts';
import { createHttpServer } from './server.ts';
import { securityHeaders } from './security-headers.ts';
import { serveWeb } from './web.ts';

const { directory, cert, key, made } = await makeCertificate();
afterAll(async () => {
  await (await testPlatform()).stop();
  await rm(directory, { recursive: true, force: true });
});

const policy = (nodes = '', themeHosts: string[] = [], webDir = '/nowhere', tiles?: string) => {
  const mapTiles = tiles === undefined ? undefined : { url: tiles, credit: '' };
  const text = securityHeaders({ nodes, themeHosts, webDir, mapTiles })['content-security-policy']!;
  return new Map(text.split('; ').map((part) => [part.split(' ')[0]!, part.split(' ').slice(1)]));
};

test('scripts come from this server alone; nothing is framed, embedded or rebased', () => {
  const rules = policy();
  expect(rules.get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
  expect(rules.get('default-src')).toEqual(["'self'"]);
  expect(rules.get('object-src')).toEqual(["'none'"]);
  expect(rules.get('base-uri')).toEqual(["'none'"]);
  expect(rules.get('frame-ancestors')).toEqual(["'self'"]);
});

test('the page asks its own server and those of the settings, no other one', () => {
  const nodes =
    "china=http://10.0.0.5:8080/path;name=A,europe=https://eu.example,international=http://x.example'; script-src *";
  expect(policy().get('connect-src')).toEqual(["'self'"]);
  const asked = policy(nodes).get('connect-src')!;
  expect(asked.slice(0, 3)).toEqual(["'self'", 'http://10.0.0.5:8080', 'https://eu.example']);
  expect(asked).not.toContain('https:');
  expect(asked.join('')).not.toMatch(/[*;]/);
  expect(policy(nodes).get('script-src')).toEqual(["'self'", "'wasm-unsafe-eval'"]);
  expect(policy('', ['http://10.0.0.6:8080']).get('connect-src')).toContain('http://10.0.0.6:8080');
});

test('theme hosts of the build and providers of maps are asked as well', async () => {
  const webDir = await mkdtemp(path.join(tmpdir(), 'sunfleet-web-'));
  const page = '<meta name="sunfleet-theme-hosts" content="https://themes.example.com http://10.0.0.7" />';
  await writeFile(path.join(webDir, 'index.html'), page);
  const tiles = 'https://tiles.example.com/{z}/{x}/{y}.png';
  await writeFile(path.join(webDir, 'map-providers.json'), JSON.stringify([{ host: '*', tiles }]));
  expect(policy('', [], webDir).get('connect-src')).toEqual([
    "'self'",
    'https://themes.example.com',
    'http://10.0.0.7',
    'https://tiles.example.com',
  ]);
  // A setting counts in place of the file.
  const set = policy('', [], webDir, 'https://own.example.com/{z}/{x}/{y}.png').get('connect-src')!;
  expect(set.slice(3)).toEqual(['https://own.example.com']);
});

test('the page holds no script of its own that the policy would stop', async () => {
  const page = await readFile(path.join(import.meta.dirname, '../../../../web/index.html'), 'utf8');
  const scripts = [...page.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
  expect(scripts.length).toBeGreaterThan(0);
  for (const tag of scripts) expect(tag).toMatch(/ src="/);
  expect(page).not.toMatch(/\son\w+=|javascript:/i);
});

test('page, API and errors carry the headers', async () => {
  const platform = await testPlatform();
  const webDir = await mkdtemp(path.join(tmpdir(), 'sunfleet-web-'));
  await writeFile(path.join(webDir, 'index.html'), '<!doctype html><title>Test</title>');
  const parts = { ...platform, config: { ...platform.config, webDir } };
  const server = await createHttpServer(parts, () => Promise.resolve(undefined));
  await serveWeb(server);
  for (const [url, status] of [
    ['/', 200],
    ['/missing', 404],
  ] as const) {
    const { statusCode, headers } = await server.app.inject({ url });
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject(securityHeaders(platform.config));
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
  }
  await server.app.close();
});

test('answers of the API are kept by nobody; TLS is asked for again only where it was spoken', async () => {
  const platform = await testPlatform();
  const server = await createHttpServer(platform, () => Promise.resolve(undefined));
  registerPlatformRoutes(server, '0.0.0-test');
  const of = async (url: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    (await server.app.inject({ url, headers, remoteAddress })).headers;
  expect((await of('/api/health'))['cache-control']).toBe('no-store');
  // The same answers, however their address is written, and what is not there.
  for (const url of ['/%61pi/health', 'http://elsewhere.test/api/health', '/nowhere'])
    expect([url, (await of(url))['cache-control']]).toEqual([url, 'no-store']);
  expect((await of('/api/docs/explorer.js'))['cache-control']).toBe('max-age=86400');
  expect((await of('/api/health'))['strict-transport-security']).toBeUndefined();
  const forwarded = { 'x-forwarded-proto': 'https' };
  expect((await of('/api/health', forwarded))['strict-transport-security']).toMatch(/^max-age=\d{8}$/);
  expect((await of('/api/health', forwarded, '203.0.113.9'))['strict-transport-security']).toBeUndefined();
  await server.app.close();
});

test.skipIf(!made)('with a certificate pages and API are served over TLS alone (needs openssl)', async () => {
  const platform = await testPlatform();
  const config = { ...platform.config, httpTls: { cert, key } };
  const server = await createHttpServer({ ...platform, config }, () => Promise.resolve(undefined));
  registerPlatformRoutes(server, '0.0.0-test');
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  expect(address).toMatch(/^https:/);
  const ca = await readFile(cert);
  const [answer] = (await once(https.get(`${address}/api/openapi.json`, { ca }), 'response')) as [
    IncomingMessage,
  ];
  answer.resume();
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['strict-transport-security']).toBeDefined();
  await expect(fetch(address.replace('https', 'http'))).rejects.toThrow();
  await server.app.close();
});

test('a certificate that cannot be read, or with the key of another, is named', async () => {
  expect(() => readCertificate({ cert: '/nowhere/cert.pem', key })).toThrow('/nowhere/cert.pem');
  const other = await makeCertificate();
  if (made) expect(() => readCertificate({ cert, key: other.key })).toThrow('cannot be used');
  await rm(other.directory, { recursive: true, force: true });
});
