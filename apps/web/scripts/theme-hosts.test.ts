import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { themeHosts } from './theme-hosts.ts';

const page = readFileSync(path.join(import.meta.dirname, '../index.html'), 'utf8');
const build = (hosts: string) => (themeHosts(hosts).transformIndexHtml as (html: string) => string)(page);
const named = (html: string) => /theme-hosts" content="([^"]*)"/.exec(html)?.[1];

test('the hosts of the setting stand in the page that is built', () => {
  expect(named(build('https://one.example, http://two.example:8080'))).toBe(
    'https://one.example http://two.example:8080',
  );
  expect(build('')).toBe(page);
});

test('what is no address of a host stops the build', () => {
  expect(() => build('one.example')).toThrow('https://themes.example.com');
});
