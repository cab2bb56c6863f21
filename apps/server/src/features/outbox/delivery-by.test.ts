import { expect, test } from 'vitest';
import { deliveryBy } from './index.ts';

test('how messages go is a fact of the settings, by channel', () => {
  const mail = { smtpUrl: 'smtp://127.0.0.1', from: 'no-reply@example.test' };
  expect(deliveryBy({ mail, sms: undefined }, 'mail')).toBe('sent');
  expect(deliveryBy({ mail, sms: undefined }, 'sms')).toBe('outbox');
});
