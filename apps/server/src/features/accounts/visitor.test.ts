import { routes } from '@sunfleet/contract';
import { afterAll, expect, test } from 'vitest';
import { openAccounts } from '../../../test/accounts-kit.ts';
import { testPlatform } from '../../../test/harness.ts';

const platform = await testPlatform();
const { server, call } = await openAccounts(platform);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

const visit = (address: string) => call('/ups/user/visitor', { method: 'POST', address });

test('a site opens as many sessions of visitors as four of its networks, however many networks are made of it', async () => {
  const errors: unknown[] = [];
  for (let n = 0; n < 5 * routes.visitor.ratePerMinute; n += 1)
    errors.push((await visit(`2001:db8:77:${n.toString(16)}::1`)).error);
  const most = 4 * routes.visitor.ratePerMinute;
  expect(errors.slice(0, most).filter(Boolean)).toEqual([]);
  expect(new Set(errors.slice(most))).toEqual(new Set(['tooManyRequests']));
  expect((await visit('2001:db8:78::1')).code).toBe(200);
});
