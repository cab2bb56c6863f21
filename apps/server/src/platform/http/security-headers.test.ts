import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { createHttpServer } from './server.ts';
import { securityHeaders } from './security-headers.ts';
import { serveWeb } from './web.ts';

const policy = (nodes = '', themeHosts: string[] = []) => {
  const text = securityHeaders({ nodes, themeHosts })['content-security-policy']!;
  return new Map(text.split('; ').map((part) => [part.split(' ')[0]!, part.split(' ').slice(1)]));
};

test('scripts come from this server alone; nothing is framed, embedded or rebased', () => {
  const rules = policy();
  expect(rules.get('script-src')).toEqual(["'self'"]);
  expect(rules.get('default-src')).toEqual(["'self'"]);
  expect(rules.get('object-src')).toEqual(["'none'"]);
  expect(rules.get('base-uri')).toEqual(["'none'"]);
  expect(rules.get('frame-ancestors')).toEqual(["'self'"]);
});

test('nodes without TLS are asked as well, and nothing of the settings becomes a rule', () => {
  const nodes =
    "china=http://10.0.0.5:8080/path;name=A,europe=https://eu.example,international=http://x.example'; script-src *";
  const asked = policy(nodes).get('connect-src')!;
  expect(asked.slice(0, 3)).toEqual(["'self'", 'https:', 'http://10.0.0.5:8080']);
  expect(asked.join('')).not.toMatch(/[*;]/);
  expect(policy(nodes).get('script-src')).toEqual(["'self'"]);
  expect(policy('', ['http://10.0.0.6:8080']).get('connect-src')).toContain('http://10.0.0.6:8080');
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
  }
  await server.app.close();
  await platform.stop();
});
