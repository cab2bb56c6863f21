import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { AppError } from '../../errors.ts';
import { createFairRoom, type Occupant } from './fair-room.ts';

let now = 0;
const SIZE = { account: 60, site: 80, inAll: 100 };
const open = (size = SIZE) => createFairRoom(size, () => now);
const bodyOf = (site: string, account: string) =>
  ({ site, account, held: 0, since: 0, stop: vi.fn<(error: AppError) => void>() }) satisfies Occupant;

test('whoever holds most gives way to a newcomer: first by site, then by account, then by size', () => {
  const room = open();
  const [large, larger, other, ...small] = [
    bodyOf('x', 'a'),
    bodyOf('x', 'a'),
    bodyOf('x', 'b'),
    bodyOf('y', 'c'),
    bodyOf('z', 'd'),
  ];
  room.take(large, 20);
  room.take(larger, 22);
  room.take(other, 30);
  for (const body of small) room.take(body, 14);
  room.take(bodyOf('new', 'e'), 10);
  expect(larger.stop).toHaveBeenCalledOnce();
  expect(larger.held).toBe(0);
  for (const body of [large, other, ...small]) expect(body.stop).not.toHaveBeenCalled();
});

test('whoever would hold as much as everybody else is refused, and nobody gives way', () => {
  const room = open();
  const others = ['w', 'x', 'y', 'z'].map((site) => bodyOf(site, site));
  for (const body of others) room.take(body, 25);
  expect(() => room.take(others[0]!, 1)).toThrow('tooManyRequests');
  room.take(bodyOf('new', 'new'), 20);
  expect(others.filter(({ held }) => held === 25)).toHaveLength(3);
});

test('an account behind a full site takes the place of the one that filled it, not of other sites', () => {
  const room = open();
  const [first, second, elsewhere] = [bodyOf('x', 'a'), bodyOf('x', 'b'), bodyOf('y', 'c')];
  room.take(first, 50);
  room.take(second, 30);
  room.take(elsewhere, 20);
  room.take(bodyOf('x', 'neighbour'), 10);
  expect([first.held, second.held, elsewhere.held]).toEqual([0, 30, 20]);
});

test('of one account a body gives way only when it came slowly for seconds', () => {
  now = 0;
  const size = { account: 600_000, site: 600_000, inAll: 600_000 };
  const room = open(size);
  const [slow, quick] = [bodyOf('x', 'a'), bodyOf('x', 'a')];
  room.take(slow, 100_000);
  room.take(quick, 500_000);
  expect(() => room.take(bodyOf('x', 'a'), 50_000)).toThrow('tooManyRequests');
  now = 20_000;
  room.take(bodyOf('x', 'a'), 50_000);
  expect([slow.held, quick.held]).toEqual([0, 500_000]);
});

test('whatever comes, no bound is exceeded, and a newcomer below an equal share gets in', () => {
  const step = fc.record({ site: fc.nat(4), account: fc.nat(3), bytes: fc.integer({ min: 1, max: 40 }) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const room = open();
      const bodies: Occupant[] = [];
      const sum = (of: (body: Occupant) => boolean) =>
        bodies.filter(of).reduce((all, { held }) => all + held, 0);
      for (const { site, account, bytes } of steps) {
        const body = bodyOf(`s${site}`, `a${site}.${account}`);
        bodies.push(body);
        const sites = new Set(bodies.filter(({ held }) => held > 0).map((one) => one.site));
        const isNew = !sites.has(body.site);
        try {
          room.take(body, bytes);
        } catch {
          expect(isNew && bytes <= SIZE.inAll / (sites.size + 1)).toBe(false);
        }
        expect(sum(() => true)).toBeLessThanOrEqual(SIZE.inAll);
        for (const one of bodies) {
          expect(sum((other) => other.site === one.site)).toBeLessThanOrEqual(SIZE.site);
          expect(sum((other) => other.account === one.account)).toBeLessThanOrEqual(SIZE.account);
        }
      }
      for (const body of bodies) room.leave(body);
      room.take(bodyOf('last', 'last'), SIZE.account);
    }),
  );
});
