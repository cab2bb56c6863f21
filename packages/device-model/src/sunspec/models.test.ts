import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pointByKey } from '../catalogue/points.ts';
import { SUNSPEC_MODELS, type SunSpecPoint } from './models.ts';

const models = Object.entries(SUNSPEC_MODELS).map(([model, held]) => ({ model, ...held }));
const fixed = models.flatMap(({ model, points }) => points.map((point) => ({ model, point, part: 0 })));
const repeated = models.flatMap(({ model, repeating }) =>
  (repeating?.points ?? []).map((point) => ({ model, point, part: 1 })),
);

test('models name points of the catalogue, inside their own length', () => {
  for (const { point } of [...fixed, ...repeated]) {
    expect([point.key, pointByKey(point.key.replace('#', '1')) !== undefined]).toEqual([point.key, true]);
  }
  for (const { length, points, repeating } of models) {
    for (const { off } of points) expect(off).toBeLessThan(length + 2);
    for (const { off } of repeating?.points ?? []) expect(off).toBeLessThan(repeating!.words);
  }
});

/** The published tables are not copied here; the comparison skips where they are absent. */
const folder = process.env.SUNFLEET_DATA ?? path.join(import.meta.dirname, '../../../../../shared/data');
const file = path.join(folder, '../sunspec/points.csv');
const rows = existsSync(file)
  ? readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.split(','))
  : [];

const TYPES: Readonly<Record<SunSpecPoint['type'], string>> = {
  u16: 'uint16',
  i16: 'int16',
  u32: 'uint32',
  i32: 'int32',
  acc32: 'acc32',
  f32: 'float32',
  enum16: 'enum16',
  bits32: 'bitfield32',
};

/** Row of the published table: model, group, name, offset, size, type, scale factor. */
function published(model: string, part: number, off: number): string[] | undefined {
  return rows.find(
    (row) => row[0] === model && Number(row[1]!.includes('/')) === part && row[3] === String(off),
  );
}

describe.skipIf(rows.length === 0)('against the published models', () => {
  test.each([...fixed, ...repeated].map((each) => [`${each.model} ${each.point.key}`, each] as const))(
    '%s',
    (_name, { model, point, part }) => {
      const row = published(model, part, point.off);
      expect(row?.[5]).toBe(TYPES[point.type]);
      const factor = row![6]!;
      if (typeof point.sf === 'number') expect(published(model, 0, point.sf)?.[2]).toBe(factor);
      else expect(factor).toBe(point.sf ? String(point.sf.exp) : '');
    },
  );
});
