import { LANGUAGES } from '@sunfleet/contract';
import { loadDomain } from '@sunfleet/i18n';
import { expect, test } from 'vitest';
import { renderMessage } from './render-message.ts';
import { TEMPLATES, type MessageTemplate } from './templates.ts';

const templates = Object.entries(TEMPLATES) as [MessageTemplate, readonly string[]][];

test('every template has its texts, and no other text is there', async () => {
  const texts = await loadDomain('en-US', 'messages');
  const parts = templates.map(([name, values]) => [
    name,
    values.includes('link') ? ['subject', 'text', 'link'] : ['subject', 'text'],
  ]);
  const written = Object.entries(texts).map(([name, inner]) => [name, Object.keys(inner as object)]);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(parts));
});

test.each(templates)('%s says all its values, in every language', async (template, names) => {
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
