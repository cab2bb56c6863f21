import { expect, test } from 'vitest';
import { createTurnsOfImports, type WaitingImport } from './turns-of-imports.ts';

const waiting = (id: number, userId: number, side: number, isNewcomer = false): WaitingImport => ({
  id,
  userId,
  side,
  isNewcomer,
});

test('organisations take turns, and in each its people, whoever of them began first', () => {
  const turns = createTurnsOfImports();
  const all = [waiting(1, 10, 1), waiting(2, 11, 1), waiting(3, 20, 2)];
  const rounds = Array.from({ length: 4 }, () => turns.next(all).map(({ id }) => id));
  expect(rounds).toEqual([
    [1, 3],
    [2, 3],
    [1, 3],
    [2, 3],
  ]);
});

test('however many new organisations there are, one that is there longer has every other turn', () => {
  const turns = createTurnsOfImports();
  const newcomers = Array.from({ length: 50 }, (_, nth) => waiting(nth, nth, nth, true));
  const all = [...newcomers, waiting(99, 99, 99)];
  const rounds = Array.from({ length: 50 }, () => turns.next(all).map(({ id }) => id));
  expect(rounds.map((round) => round.length)).toEqual(Array(50).fill(2));
  expect(rounds.every((round) => round.includes(99))).toBe(true);
  // Each of the new ones had one.
  expect(new Set(rounds.flat()).size).toBe(51);
});

test('new organisations alone have all turns', () => {
  const turns = createTurnsOfImports();
  expect(turns.next([waiting(1, 1, 1, true), waiting(2, 2, 2, true)])).toHaveLength(2);
});
