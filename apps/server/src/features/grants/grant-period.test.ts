import { expect, test } from 'vitest';
import { grantPeriod } from './grant-period.ts';
import { grantState } from './grant-state.ts';

const NOW = Date.UTC(2026, 1, 28, 12);
const at = (text: string) => new Date(`${text}T12:00:00Z`);

test('a period begins now, or later where it says so', () => {
  const endsAt = NOW + 1000;
  expect(grantPeriod({ endsAt }, NOW)).toEqual({ beginsAt: new Date(NOW), endsAt: new Date(endsAt) });
  expect(grantPeriod({ beginsAt: NOW - 5000, endsAt }, NOW)?.beginsAt).toEqual(new Date(NOW));
  expect(grantPeriod({ beginsAt: NOW + 500, endsAt }, NOW)?.beginsAt).toEqual(new Date(NOW + 500));
});

test('it ends after it begins and at most five years from now', () => {
  const five = at('2031-02-28').getTime();
  expect(grantPeriod({ endsAt: five }, NOW)?.endsAt.getTime()).toBe(five);
  expect(grantPeriod({ endsAt: five + 2 * 86_400_000 }, NOW)).toBeUndefined();
  expect(grantPeriod({ endsAt: NOW }, NOW)).toBeUndefined();
  expect(grantPeriod({ beginsAt: NOW + 10, endsAt: NOW + 10 }, NOW)).toBeUndefined();
});

test('the state follows from what was decided and from the clock', () => {
  const period = { beginsAt: at('2026-03-01'), endsAt: at('2026-03-10') };
  const stateOn = (state: 'pending' | 'accepted' | 'declined' | 'revoked', day: string) =>
    grantState({ state, ...period }, at(day).getTime());
  expect(stateOn('pending', '2026-02-28')).toBe('pending');
  expect(stateOn('pending', '2026-03-10')).toBe('expired');
  expect(stateOn('accepted', '2026-02-28')).toBe('planned');
  expect(stateOn('accepted', '2026-03-01')).toBe('active');
  expect(stateOn('accepted', '2026-03-10')).toBe('expired');
  expect(stateOn('declined', '2026-03-11')).toBe('declined');
  expect(stateOn('revoked', '2026-03-11')).toBe('revoked');
});
