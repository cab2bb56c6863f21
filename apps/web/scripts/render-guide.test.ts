import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PART_TITLES } from '../src/features/guide/part-titles.ts';
import {
  GUIDE_LANGUAGES,
  GUIDE_PARTS,
  type GuideLanguage,
  type GuidePart,
} from '../src/lib/guide/guide-parts.ts';
import { HELP_TOPICS } from '../src/lib/guide/help-topics.ts';
import { documentOf } from './guide-documents.ts';
import { linkOf, renderGuide } from './render-guide.ts';

/** The guide as readers of a language find it. */
async function guideIn(language: GuideLanguage): Promise<Map<string, GuidePart & { markdown: string }>> {
  const parts = GUIDE_PARTS.map(async (part) => {
    const markdown = await readFile(documentOf(language, part), 'utf8');
    return [part, { ...renderGuide(part, markdown), markdown }] as const;
  });
  return new Map(await Promise.all(parts));
}

const guides = new Map(
  await Promise.all(GUIDE_LANGUAGES.map(async (language) => [language, await guideIn(language)] as const)),
);
const english = guides.get('en')!;
const TRANSLATED = GUIDE_LANGUAGES.filter((language) => language !== 'en').flatMap((language) =>
  GUIDE_PARTS.map((part) => [language, part] as const),
);

const has = (language: GuideLanguage, part: string, at: string) =>
  at === '' ||
  guides
    .get(language)!
    .get(part)
    ?.headings.some(({ id }) => id === at);

test.each(GUIDE_LANGUAGES)('every help link leads to a heading that exists (%s)', (language) => {
  const lost = Object.entries(HELP_TOPICS).filter(([, [part, at]]) => !has(language, part, at));
  expect(lost).toEqual([]);
});

test.each(GUIDE_LANGUAGES)(
  'every link within the guide leads to a heading that exists, and every part to its own title (%s)',
  (language) => {
    const parts = guides.get(language)!;
    const links = [...parts.values()].flatMap(({ html }) =>
      [...html.matchAll(/href="#[^"]*\?part=([\w-]+)(?:&amp;at=([^"]*))?"/g)].map(
        ([, part = '', at = '']) => [part, at],
      ),
    );
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter(([part, at]) => !has(language, part!, at!))).toEqual([]);
    expect([...parts].map(([part, { title }]) => [part, title])).toEqual(
      Object.entries(PART_TITLES[language]),
    );
  },
);

test.each(GUIDE_LANGUAGES)('no two headings of a part share an anchor (%s)', (language) => {
  for (const [part, { headings }] of guides.get(language)!) {
    expect(new Set(headings.map(({ id }) => id)).size, part).toBe(headings.length);
  }
});

/** What a translation has in common with its original: headings, what is in code, rows of tables and items of lists below each. */
function shapeOf({ html, headings }: GuidePart) {
  const counts = (text: string) => ({
    rows: text.split('<tr>').length - 1,
    items: text.split('<li>').length - 1,
    blocks: text.split('<pre').length - 1,
    codes: [...text.matchAll(/<code>([\w./{}:#-]+)<\/code>/g)].map(([, code]) => code).toSorted(),
  });
  const [before = '', ...sections] = html.split(/<h[23] /);
  return [
    counts(before),
    ...headings.map(({ id, depth }, index) => ({ id, depth, ...counts(sections[index] ?? '') })),
  ];
}

test.each(TRANSLATED)('%s/%s follows the English one: change both', (language, part) => {
  expect(shapeOf(guides.get(language)!.get(part)!)).toEqual(shapeOf(english.get(part)!));
});

test.each(GUIDE_LANGUAGES)('what is bold is what the marks of the text stand around (%s)', (language) => {
  for (const [part, { markdown, html }] of guides.get(language)!) {
    const text = markdown.replaceAll(/```[^]*?```|`[^`]*`/g, '');
    const marked = [...text.matchAll(/\*\*([^*]+)\*\*/g)].length;
    const bold = [...html.matchAll(/<strong>((?:(?!<strong>)[^])*?)<\/strong>/g)].length;
    expect([part, bold]).toEqual([part, marked]);
    expect(html.replaceAll(/<code>[^<]*<\/code>/g, ''), part).not.toContain('**');
  }
});

test.each(GUIDE_LANGUAGES.filter((language) => language !== 'en'))(
  'every document in the folder of a language is shown (%s)',
  async (language) => {
    const files = await readdir(path.dirname(documentOf(language, 'user-guide')));
    expect(files.toSorted()).toEqual(GUIDE_PARTS.map((part) => `${part}.md`).toSorted());
  },
);

test('what is not of the guide is text; HTML of a document is text, too', () => {
  expect(linkOf('user-guide', 'adr/0030-consent-and-look-ups.md')).toBeUndefined();
  expect(linkOf('user-guide', '../README.md')).toBeUndefined();
  expect(linkOf('user-guide', '../adr/0036.md')).toBeUndefined();
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

test('words of the search are not torn by what is marked in them', () => {
  const { headings } = renderGuide('x', '# T\n\n## A\n\n凭**认领码**绑定，见[设置](settings.md)。\n');
  expect(headings[0]!.text).toBe('凭认领码绑定，见设置。');
});

test('a heading of a translation keeps the anchor of its original', () => {
  const { html, headings } = renderGuide('x', '# T\n\n## Wer & was? <!-- who-what -->\n\nText\n');
  expect(html).toContain('<h2 id="who-what" tabindex="-1">Wer &amp; was?</h2>');
  expect(headings).toMatchObject([{ id: 'who-what', title: 'Wer & was?' }]);
  expect(linkOf('x', '../settings.md')).toContain('part=settings');
});
