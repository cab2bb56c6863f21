import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, SETTINGS } from '../src/config.ts';

test('the table of settings names every setting, and no other', async () => {
  const text = await readFile(path.join(import.meta.dirname, '../../../docs/settings.md'), 'utf8');
  const named = [...text.matchAll(/^\| `([A-Z_0-9]+)`/gm)].map((match) => match[1]!);
  expect(named.toSorted()).toEqual([...SETTINGS].toSorted());
});

test('mails need a sender, and addresses of services must be ones', () => {
  const smtp = { SUNFLEET_SMTP_URL: 'smtp://mail.example.test:587' };
  expect(() => readConfig(smtp)).toThrow('SUNFLEET_MAIL_FROM');
  expect(readConfig({ ...smtp, SUNFLEET_MAIL_FROM: 'a@example.test' }).mail?.from).toBe('a@example.test');
  expect(() => readConfig({ SUNFLEET_SMTP_URL: 'https://mail.example.test' })).toThrow('SUNFLEET_SMTP_URL');
  expect(() => readConfig({ SUNFLEET_SMS_URL: 'file:///etc/passwd' })).toThrow('SUNFLEET_SMS_URL');
  expect(readConfig({})).toMatchObject({ mail: undefined, sms: undefined, publicUrl: undefined });
});
