import { expect, test } from 'vitest';
import { deliveryBy, wayTo } from './way-to.ts';

test('the way is mail, else SMS, in the language of the reader', () => {
  const reader = { email: 'a@example.test', phone: '+34600000000', language: 'es-ES' };
  expect(wayTo(reader, 'en-US')).toEqual({ channel: 'mail', to: 'a@example.test', language: 'es-ES' });
  expect(wayTo({ ...reader, email: null, language: null }, 'en-US')).toEqual({
    channel: 'sms',
    to: '+34600000000',
    language: 'en-US',
  });
  expect(wayTo({ ...reader, email: null, phone: null }, 'en-US')).toBeUndefined();
});

test('how messages go is a fact of the settings, by channel', () => {
  const mail = { smtpUrl: 'smtp://127.0.0.1', from: 'no-reply@example.test' };
  expect(deliveryBy({ mail, sms: undefined }, 'mail')).toBe('sent');
  expect(deliveryBy({ mail, sms: undefined }, 'sms')).toBe('outbox');
});
