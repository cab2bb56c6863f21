import { afterAll, expect, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { deliverNext } from './deliver.ts';
import { sendMessage } from './index.ts';

const platform = await testPlatform();
const { clock, db } = platform;
afterAll(() => platform.stop());

test('whoever asks for codes to very many recipients lets nobody else wait behind them', async () => {
  const ask = async (askedFrom: string, to: string) => {
    clock.advance(1);
    const now = clock.now();
    const secret = { of: `code to ${to}`, until: now + 600_000 };
    const message = { template: 'register', language: 'en-US', channel: 'mail', to, askedFrom } as const;
    await sendMessage(db, { ...message, values: { code: '482913', minutes: 10 }, now, secret });
  };
  const flood = Array.from({ length: 30 }, (_, n) => `stranger-${n}@example.test`);
  for (const to of flood) await ask('2001:db8:f100::/48', to);
  const honest = 'honest@example.test';
  await ask('198.51.100.0/24', honest);
  const sent: string[] = [];
  const senders = { mail: async ({ to }: { to: string }) => void sent.push(to), sms: undefined };
  while (await deliverNext(platform, senders));
  expect(sent).toHaveLength(31);
  expect(sent.indexOf(honest)).toBe(1);
  // Where somebody is stays for nobody to read.
  const rows = await db.selectFrom('outbox').select('askedFrom').execute();
  expect(rows.every(({ askedFrom }) => askedFrom === null)).toBe(true);
});
