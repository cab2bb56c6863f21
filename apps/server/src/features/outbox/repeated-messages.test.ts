import { LIMITS } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { forgetUnasked, sendMessage } from './index.ts';

const platform = await testPlatform();
const { clock, db } = platform;
afterAll(() => platform.stop());

const HOUR_MS = 3_600_000;

const decline = (to: string, times: number) =>
  db.transaction().execute(async (trx) => {
    const message = { channel: 'sms', to, language: 'en-US', now: clock.now() } as const;
    const content = { template: 'handOverDeclined', values: { to: 'a neighbour', station: 'Roof' } } as const;
    for (let n = 0; n < times; n += 1) await sendMessage(trx, { ...message, ...content });
  });
const messagesTo = async (to: string) =>
  (await db.selectFrom('outbox').select('template').where('recipient', '=', to).execute()).length;

test('what people cause again and again is told to one recipient so often in an hour and on a day', async () => {
  const { repeatedMessagesHourly: hourly, repeatedMessagesDaily: daily } = LIMITS;
  const [to, other] = ['+4930222222', '+4930333333'];
  await decline(to, hourly + 5);
  expect(await messagesTo(to)).toBe(hourly);
  // Neither other people nor other news wait for it.
  await decline(other, 1);
  const message = { channel: 'sms', to, language: 'en-US', now: clock.now() } as const;
  await sendMessage(db, { ...message, template: 'simRenewalAsked', values: { who: 'Eve', cards: '8949' } });
  await sendMessage(db, { ...message, template: 'accountLocked', values: {} });
  expect([await messagesTo(to), await messagesTo(other)]).toEqual([hourly + 2, 1]);
  for (let hour = 1; hour < 10; hour += 1) {
    clock.advance(HOUR_MS);
    await decline(to, hourly + 5);
  }
  expect(await messagesTo(to)).toBe(daily + 2);
  clock.advance(24 * HOUR_MS);
  await decline(to, 1);
  expect(await messagesTo(to)).toBe(daily + 3);
});

test.each(['disputeOpened', 'loggerDoubted'] as const)(
  'what strangers cause by serial numbers (%s) is told to one recipient so often in an hour',
  async (template) => {
    const to = `${template}@example.test`;
    const message = { channel: 'mail', to, language: 'en-US', now: clock.now() } as const;
    const values = { station: 'Roof', time: '10:00' };
    for (let n = 0; n < LIMITS.repeatedMessagesHourly + 5; n += 1)
      await sendMessage(db, { ...message, template, values: { ...values, sn: `STICK-${n}` } });
    expect(await messagesTo(to)).toBe(LIMITS.repeatedMessagesHourly);
  },
);

test('with an account it is forgotten how often somebody was told', async () => {
  const to = 'gone@example.test';
  await decline(to, LIMITS.repeatedMessagesHourly);
  await forgetUnasked(db, to);
  const subjects = await db.selectFrom('tries').select('subject').execute();
  expect(subjects.filter(({ subject }) => subject.includes(to))).toEqual([]);
});
