import { profileById } from '@sunfleet/device-model';
import { expect, test } from 'vitest';
import { judgeText } from './judge-text.ts';

const changed = (change: (profile: ReturnType<typeof copy>) => void) => {
  const profile = copy();
  change(profile);
  return judgeText(JSON.stringify(profile, null, 2));
};
const copy = () =>
  JSON.parse(JSON.stringify(profileById('deye-string')!)) as { points: { key: string; addr: unknown }[] };

test('a shipped family is right as it is', () => {
  expect(changed(() => undefined).problems).toEqual([]);
});

test('what is wrong is told by its place, with what stands there', () => {
  const { profile, problems } = changed(({ points }) => (points[2]!.addr = -1));
  expect(profile).toBeUndefined();
  expect(problems).toEqual([{ kind: 'shape', path: 'points.2.addr', found: '-1', meant: undefined }]);
  const named = changed(({ points }) => (points.find(({ key }) => key === 'ac.power')!.key = 'ac.powr'));
  expect(named.problems).toContainEqual(
    expect.objectContaining({ kind: 'unknownPoint', found: '"ac.powr"', meant: 'ac.power' }),
  );
});

test('text that is no JSON is told by its line', () => {
  expect(judgeText('{\n  "id": "x",\n  oops\n}').problems).toMatchObject([
    { kind: 'json', path: '3', found: 'oops' },
  ]);
});
