import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PART_TITLES } from '../src/features/guide/part-titles.ts';
import { GUIDE_PARTS, type GuidePart } from '../src/lib/guide/guide-parts.ts';
import { HELP_TOPICS } from '../src/lib/guide/help-topics.ts';
import { linkOf, renderGuide } from './render-guide.ts';

const DOCS = path.join(import.meta.dirname, '../../../docs');
const parts = new Map<string, GuidePart>();
for (const part of GUIDE_PARTS) {
  parts.set(part, renderGuide(part, await readFile(path.join(DOCS, `${part}.md`), 'utf8')));
}
const has = (part: string, at: string) =>
  parts.has(part) && (at === '' || parts.get(part)!.headings.some(({ id }) => id === at));

test('every help link leads to a heading that exists', () => {
  const lost = Object.entries(HELP_TOPICS).filter(([, [part, at]]) => !has(part, at));
  expect(lost).toEqual([]);
});

test('every link within the guide leads to a heading that exists, and every part to its own title', () => {
  const links = [...parts.values()].flatMap(({ html }) =>
    [...html.matchAll(/href="#[^"]*\?part=([\w-]+)(?:&amp;at=([^"]*))?"/g)].map(([, part = '', at = '']) => [
      part,
      at,
    ]),
  );
  expect(links.length).toBeGreaterThan(5);
  expect(links.filter(([part, at]) => !has(part!, at!))).toEqual([]);
  expect([...parts].map(([part, { title }]) => [part, title])).toEqual(Object.entries(PART_TITLES));
});

test('no two headings of a part share an anchor', () => {
  for (const [part, { headings }] of parts) {
    expect(new Set(headings.map(({ id }) => id)).size, part).toBe(headings.length);
  }
});

test('what is not of the guide is text; HTML of a document is text, too', () => {
  expect(linkOf('user-guide', 'adr/0030-consent-and-look-ups.md')).toBeUndefined();
  expect(linkOf('user-guide', '../README.md')).toBeUndefined();
  expect(linkOf('user-guide', 'https://example.test/')).toBe('https://example.test/');
  expect(linkOf('device-api', '#claim-code')).toContain('part=device-api&at=claim-code');
  const { html, headings } = renderGuide(
    'x',
    '# T\n\n## Who & what?\n\n<script>alert(1)</script> <b>a</b> [b](adr/1.md)\n',
  );
  expect(html).toContain('<h2 id="who-what" tabindex="-1">Who &amp; what?</h2>');
  expect(html).not.toMatch(/<script|<b>|<a /);
  expect(headings).toEqual([
    { id: 'who-what', title: 'Who & what?', depth: 2, text: expect.stringContaining('b') },
  ]);
});
