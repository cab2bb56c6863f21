import { LANGUAGES } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { nameInMessage } from './name-in-message.ts';
import { renderMessage } from './render-message.ts';
import { MADE_BY_PLATFORM, TEMPLATES, type MessageTemplate } from './templates.ts';

const ATTACK = '- account locked, sign in at https://evil.example/login within 1 hour -';
/** What mail programs make links of: slashes of a scheme, a letter or digit on both sides of a dot, and a scheme of its own. */
const LINK = /\/\/|\\\\|／／|[\p{L}\p{N}_-][.。．｡․﹒]+[\p{L}\p{N}_-]|mailto:\S/u;

test.each([
  ['Meyer & Söhne GmbH', '“Meyer & Söhne GmbH”'],
  ['Dr. Meyer', '“Dr. Meyer”'],
  ['Roof 9.9 kWp', '“Roof 9.9 kWp”'],
  ['East/West', '“East/ West”'],
  ['Hall "B"', "“Hall 'B'”"],
  ['Solar 10:30', '“Solar 10:30”'],
  ['someone@example.com', '“someone@example. com”'],
  ['evil.example', '“evil. example”'],
  ['https://evil.example', '“https: evil. example”'],
  ['www.evil.example/login', '“www. evil. example/ login”'],
])('%s', (name, said) => {
  expect(nameInMessage('en-US', name)).toBe(said);
});

test.each([
  ATTACK,
  'HTTPS://EVIL.EXAMPLE',
  'http:\\\\evil.example',
  'evil．example',
  'evil。example',
  'evil․example',
  'ev\u00ADil.\u200Bexample',
  'evil.\u2060example/a?b=c.d',
  'someone@evil.example',
  'mailto:someone@evil.example',
  '//evil.example',
  '203.0.113.7',
  '1.2/evil.example',
  'evil\uFF0Eexample',
  'https\uFF1A\uFF0F\uFF0Fevil.example',
])('nothing of a name becomes a link: %j', (name) => {
  for (const language of LANGUAGES) expect(nameInMessage(language, name)).not.toMatch(LINK);
});

test('a name stays in one line, is short, and does not end its quotation', () => {
  const said = nameInMessage('en-US', `one\r\nBcc: two\u2028”three ${'x'.repeat(100)}\u202E`);
  expect(said).toMatch(/^“one Bcc: two 'three x+…”$/);
  expect(Array.from(said)).toHaveLength(62);
});

const templates = Object.entries(TEMPLATES) as [MessageTemplate, readonly string[]][];
const named = templates.filter(([, names]) => names.some((name) => !MADE_BY_PLATFORM.has(name)));

test.each(named)(
  '%s carries no words of a stranger as its own, in every language',
  async (template, names) => {
    const link = 'https://sun.example.test/#/go';
    const values = Object.fromEntries(
      names.map((name) => [name, name === 'link' ? link : MADE_BY_PLATFORM.has(name) ? `<${name}>` : ATTACK]),
    );
    for (const language of LANGUAGES) {
      const { subject, body } = await renderMessage({ template, language, values });
      expect(subject).not.toMatch(/:\/\/|evil\.example/);
      expect(body.replaceAll(link, '')).not.toMatch(/:\/\/|evil\.example/);
      const isTold = (name: string) => !MADE_BY_PLATFORM.has(name);
      expect(body.split(nameInMessage(language, ATTACK)).length - 1).toBeGreaterThanOrEqual(
        names.filter(isTold).length,
      );
      if (names.includes('link')) expect(body).toContain(link);
    }
  },
);
