import { expect, test } from 'vitest';
import { readRecording } from './read-fault-recording.ts';

const told = {
  at: 1_780_000_000_000,
  code: 'GRID-OV',
  from: 1_779_999_999_900,
  stepMs: 1,
  channels: [{ key: 'ac.l1.voltage', unit: 'V', values: [325, null, -325] }],
};

test('a recording is taken as the device tells it; one that has recorded nothing says so', () => {
  expect(readRecording(told)).toEqual(told);
  expect(readRecording({ ...told, channels: [{ key: 'trip', values: [0, 1] }] })?.channels).toEqual([
    { key: 'trip', unit: '', values: [0, 1] },
  ]);
  expect(readRecording({})).toBeNull();
  // Nothing turns the letters behind it.
  const turned = readRecording({ ...told, code: 'A\u202Ecod', channels: [{ key: 'k\u2066', values: [] }] });
  expect([turned?.code, turned?.channels[0]?.key]).toEqual(['Acod', 'k']);
});

test.each([
  [null],
  [[]],
  [{ ...told, at: 'now' }],
  [{ ...told, at: 9e15 }],
  [{ ...told, stepMs: 0 }],
  [{ ...told, stepMs: 1e300 }],
  [{ ...told, code: 7 }],
  [{ ...told, channels: {} }],
  [{ ...told, channels: [{ key: '', values: [] }] }],
  [{ ...told, channels: [{ key: 'a', values: ['1'] }] }],
  [{ ...told, channels: [{ key: 'a', values: Array.from({ length: 4001 }, () => 0) }] }],
  [{ ...told, channels: Array.from({ length: 17 }, () => ({ key: 'a', values: [] })) }],
])('%j is no recording', (result) => {
  expect(readRecording(result)).toBeUndefined();
});
