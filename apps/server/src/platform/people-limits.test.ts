import { expect, test } from 'vitest';
import { systemActor } from './actor.ts';
import { peopleLimits } from './people-limits.ts';

const limitsAt = (userId: number, address: string | null) =>
  peopleLimits('tries', { actor: { ...systemActor, userId }, address }, [{ withinMs: 1000, most: 10 }]);

test('accounts and networks that somebody makes at will count for the site they are of', () => {
  expect(limitsAt(7, '2001:db8:1:2::3')).toEqual([
    { subject: 'tries, account 7', withinMs: 1000, most: 10 },
    { subject: 'tries, network 2001:db8:1:2::/64', withinMs: 1000, most: 50 },
    { subject: 'tries, site 2001:db8:1::/48', withinMs: 1000, most: 200 },
  ]);
  const [, , other] = limitsAt(8, '2001:db8:1:9::3');
  expect(other?.subject).toBe('tries, site 2001:db8:1::/48');
  expect(limitsAt(7, '198.51.100.7')[2]?.subject).toBe('tries, site 198.51.100.0/24');
  expect(limitsAt(7, '127.0.0.1')[2]?.subject).toBe('tries, site here');
});
