import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig, SETTINGS } from '../src/config.ts';
import { unknownSettings } from '../src/unknown-settings.ts';

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

test('one of certificate and key alone is refused: the door would have spoken plain text', () => {
  for (const door of ['HTTP', 'MQTT', 'V5']) {
    const [cert, key] = [`SUNFLEET_${door}_TLS_CERT`, `SUNFLEET_${door}_TLS_KEY`];
    expect(() => readConfig({ SUNFLEET_DEMO: 'off', [cert]: 'cert.pem' })).toThrow(key);
    expect(() => readConfig({ SUNFLEET_DEMO: 'off', [key]: 'key.pem' })).toThrow(cert);
    expect(() => readConfig({ [cert]: 'cert.pem', [key]: 'key.pem' })).toThrow('SUNFLEET_DEMO=off');
  }
  const both = { SUNFLEET_V5_TLS_CERT: 'cert.pem', SUNFLEET_V5_TLS_KEY: 'key.pem' };
  expect(readConfig({ ...both, SUNFLEET_DEMO: 'off' })).toMatchObject({
    v5Tls: { cert: 'cert.pem', key: 'key.pem' },
    httpTls: undefined,
    mqttTls: undefined,
  });
});

test('devices that nobody registered are kept with the demo alone, unless the settings say so', () => {
  const keeps = (environment: Record<string, string>) => readConfig(environment).keepUnknownDevices;
  expect(keeps({})).toBe(true);
  expect(keeps({ SUNFLEET_DEMO: 'off' })).toBe(false);
  expect(keeps({ SUNFLEET_DEMO: 'off', SUNFLEET_UNKNOWN_DEVICES: 'keep' })).toBe(true);
  expect(keeps({ SUNFLEET_UNKNOWN_DEVICES: 'refuse' })).toBe(false);
});

test('the demo, whose passwords are printed, answers this machine alone unless told otherwise', () => {
  expect(readConfig({}).host).toBe('127.0.0.1');
  expect(readConfig({ SUNFLEET_HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  expect(readConfig({ SUNFLEET_DEMO: 'off' }).host).toBe('0.0.0.0');
});

test('a server that leaves work to others names what it shares with them', () => {
  const shared = {
    NATS_URL: 'nats://nats.example.test:4222',
    DATABASE_URL: 'postgres://db.example.test/sunfleet',
    CLICKHOUSE_URL: 'http://ch.example.test:8123',
    SUNFLEET_SECRET_KEY: 'x'.repeat(32),
  };
  const rolesOf = (roles: string, more: Record<string, string> = shared) => [
    ...readConfig({ ...more, SUNFLEET_ROLES: roles }).roles,
  ];
  expect(rolesOf('api')).toEqual(['api']);
  expect(rolesOf('worker, gateway')).toEqual(['worker', 'gateway']);
  expect([...readConfig({}).roles]).toEqual(['api', 'gateway', 'worker']);
  for (const missing of Object.keys(shared))
    expect(() => rolesOf('api', { ...shared, [missing]: '' })).toThrow(missing);
  expect(rolesOf('gateway')).toEqual(['gateway']);
  for (const wrong of ['pages', 'api,pages', ',']) expect(() => rolesOf(wrong)).toThrow('SUNFLEET_ROLES');
});

test('a misspelt setting, which would leave a door open without a word, is named', () => {
  const misspelt = { SUNFLEET_HTTPS_TLS_CERT: 'cert.pem', SUNFLEET_TRUSTED_PROXY: '10.0.3.7' };
  expect(unknownSettings({ ...misspelt, SUNFLEET_PORT: '0', PATH: '/bin' })).toEqual(Object.keys(misspelt));
});
