import { expect, test } from 'vitest';
import { groupHappenings } from './group-happenings.ts';

const added = (day: string, at: number, subject: string, by: string | null = 'Ina') =>
  ({ kind: 'deviceAdded', from: day, to: day, at, subject, by }) as const;

test('things of a kind on the same day are one event that names three of them and how many there are', () => {
  const day = '2026-05-02';
  const events = groupHappenings([1, 2, 3, 4].map((n) => added(day, 1000 - n, `SN-${n}`)));
  expect(events).toEqual([
    {
      kind: 'deviceAdded',
      from: day,
      to: day,
      open: false,
      at: 996,
      count: 4,
      subjects: ['SN-1', 'SN-2', 'SN-3'],
      by: 'Ina',
    },
  ]);
});

test('nobody is named where several people did it, and the newest days come first', () => {
  const events = groupHappenings([
    added('2026-05-02', 1, 'A', 'Ina'),
    added('2026-05-02', 2, 'B', 'Olaf'),
    { kind: 'installed', from: '2026-05-03', to: '2026-05-03', at: null },
  ]);
  expect(events.map(({ kind, by }) => [kind, by])).toEqual([
    ['installed', null],
    ['deviceAdded', null],
  ]);
});

test('a silence that goes on is another one than one that ended on the same days', () => {
  const outage = { kind: 'outage', from: '2026-05-01', to: '2026-05-04', at: 5 } as const;
  expect(groupHappenings([outage, { ...outage, open: true }])).toHaveLength(2);
});
