import { profileById } from '@sunfleet/device-model';
import { expect, test } from 'vitest';
import { pointsIn, withField, withPoints } from './edit-points.ts';
import { judgeText } from './judge-text.ts';

const text = JSON.stringify(profileById('deye-string'), null, 2);

test('a point that is edited in the table changes the text and nothing else', () => {
  const points = pointsIn(text)!;
  const next = withPoints(
    text,
    points.map((point, at) => (at === 0 ? withField(point, 'addr', '12') : point)),
  );
  expect(JSON.parse(next)).toEqual({
    ...(JSON.parse(text) as object),
    points: [{ ...points[0], addr: 12 }, ...points.slice(1)],
  });
  expect(withPoints('no profile', [])).toBe('no profile');
});

test('what is typed half stays as it is typed and is told as wrong at its place', () => {
  const half = withField({ key: 'ac.power', addr: 5, type: 'u16' }, 'scale', '0.');
  expect(half).toEqual({ key: 'ac.power', addr: 5, type: 'u16', scale: '0.' });
  expect(withField(half, 'scale', '0.1')).toMatchObject({ scale: 0.1 });
  expect(withField(half, 'scale', '')).toEqual({ key: 'ac.power', addr: 5, type: 'u16' });
  const problems = judgeText(withPoints(text, [half])).problems;
  expect(problems.map(({ path }) => path)).toContain('points.0.scale');
});
