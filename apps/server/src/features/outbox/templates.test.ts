import { LANGUAGES } from '@sunfleet/contract';
import { loadDomain } from '@sunfleet/i18n';
import { expect, test } from 'vitest';
import { renderMessage } from './render-message.ts';
import { SECURITY_EVENTS, TEMPLATES, type MessageTemplate } from './templates.ts';

const templates = Object.entries(TEMPLATES) as [MessageTemplate, readonly string[]][];

test('every template has its texts, and no other text is there', async () => {
  const texts = await loadDomain('en-US', 'messages');
  const parts = templates.map(([name, values]) => [
    name,
    [
      'subject',
      'text',
      ...(values.includes('link') ? ['link'] : []),
      ...(name === 'securityNotice' ? ['what'] : []),
    ],
  ]);
  const written = Object.entries(texts).map(([name, inner]) => [name, Object.keys(inner as object)]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(parts));
});

const plain = templates.filter(([template]) => !template.startsWith('securityNotice'));

test.each(plain)('%s says all its values, in every language', async (template, names) => {
  const values = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
  for (const language of LANGUAGES) {
    const { subject, body } = await renderMessage({ template, language, values });
    for (const name of names) expect(body, language).toContain(`<${name}>`);
    expect(subject + body).not.toContain('{{');
    expect(subject).not.toContain('<code>');
  }
});

test('without a link the message ends with its text', async () => {
  const values = { from: 'A. Example', link: '' };
  const { body } = await renderMessage({ template: 'grantOffered', language: 'en-US', values });
  expect(body).toMatch(/decline it\.$/);
});

test('a security notice says what happened and when, each event in words of its own in every language', async () => {
  const template = 'securityNotice' as const;
  const texts = await loadDomain('en-US', 'messages');
  const { what: told } = texts['securityNotice'] as { what: object };
  expect(Object.keys(told)).toEqual([...SECURITY_EVENTS]);
  const bodies = new Set<string>();
  for (const language of LANGUAGES) {
    for (const what of SECURITY_EVENTS) {
      const values = { what, time: '<time>', link: '<link>' };
      const { subject, body } = await renderMessage({ template, language, values });
      expect(body.split('\n')[0], language).toMatch(/Sunfleet/);
      expect(body).toMatch(/<time>[^]*<link>/);
      expect(subject + body).not.toMatch(/\{\{|messages\.|what/);
      bodies.add(body);
      const many = await renderMessage({
        template: 'securityNotices',
        language,
        values: { ...values, count: 7 },
      });
      expect(many.subject).toBe(subject);
      expect(many.body.split('\n')[0]).toBe(body.split('\n')[0]);
      expect(many.body).toMatch(/7[^]*<time>[^]*<link>/);
    }
  }
  expect(bodies.size).toBe(LANGUAGES.length * SECURITY_EVENTS.length);
});
