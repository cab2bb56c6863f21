import { expect, test } from 'vitest';
import type { LinkTrouble } from '../../platform/ingest.ts';
import { createTrouble } from './trouble.ts';

test('trouble is written at once, then gathered for a minute, and the rest at the end; of a stranger nothing', () => {
  let now = 1000;
  const kept: [number, LinkTrouble][] = [];
  const trouble = createTrouble({ now: () => now, keep: (...one) => kept.push(one) });
  trouble.note('badFrames', 3);
  trouble.open(7);
  trouble.note('malformed', 1);
  trouble.note('otherSerial', 1);
  trouble.note('noAnswer');
  expect(kept).toEqual([[7, { error: 'malformed', at: 1000, refused: 1 }]]);
  now += 60_000;
  trouble.note('timeRefused', 1);
  expect(kept.slice(1)).toEqual([[7, { error: 'timeRefused', at: now, refused: 2 }]]);
  trouble.note('silent');
  trouble.flush();
  trouble.flush();
  expect(kept.slice(2)).toEqual([[7, { error: 'silent', at: now, refused: 0 }]]);
});
