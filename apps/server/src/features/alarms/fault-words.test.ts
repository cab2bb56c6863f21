import { expect, test } from 'vitest';
import type { SampleBlock } from '../../platform/ingest.ts';
import { faultPointId, loadWord, readFaultWords, type FaultWords } from './fault-words.ts';

type Row = [device: number, point: number, time: number, value: number];

function blockOf(rows: readonly Row[], spare = 3): SampleBlock {
  const size = rows.length + spare;
  const block = {
    length: rows.length,
    devices: new Uint32Array(size),
    points: new Uint32Array(size).fill(w1),
    times: new Float64Array(size),
    values: new Float64Array(size).fill(1),
  };
  rows.forEach(([device, point, time, value], row) => {
    block.devices[row] = device;
    block.points[row] = point;
    block.times[row] = time;
    block.values[row] = value;
  });
  return block;
}

const w1 = faultPointId('fault.w1');
const w2 = faultPointId('fault.w2');

test('the first words of a device are an observation, the same words again are none', () => {
  const known: FaultWords = new Map();
  const first = readFaultWords(
    known,
    blockOf([
      [1, w1, 1000, 0],
      [1, w2, 1000, 4],
    ]),
  );
  expect(first).toEqual([{ deviceId: 1, time: 1000, values: { 'fault.w1': 0, 'fault.w2': 4 }, late: false }]);
  expect(
    readFaultWords(
      known,
      blockOf([
        [1, w1, 2000, 0],
        [1, w2, 2000, 4],
      ]),
    ),
  ).toEqual([]);
  expect(known.get(1)?.time).toBe(2000);
});

test('points that carry no faults, other custom points among them, are passed over', () => {
  expect(readFaultWords(new Map(), blockOf([[1, 60_000, 1000, 8]]))).toEqual([]);
});

test('one changed word is told with the others that stand', () => {
  const known: FaultWords = new Map();
  readFaultWords(
    known,
    blockOf([
      [1, w1, 1000, 0],
      [1, w2, 1000, 4],
    ]),
  );
  const [observation] = readFaultWords(
    known,
    blockOf([
      [1, w1, 2000, 1],
      [1, w2, 2000, 4],
    ]),
  );
  expect(observation).toMatchObject({ time: 2000, values: { 'fault.w1': 1, 'fault.w2': 4 } });
});

test('a fault that comes and goes within one block is seen, whatever the order of the rows', () => {
  const known: FaultWords = new Map();
  readFaultWords(known, blockOf([[1, w1, 1000, 0]]));
  const seen = readFaultWords(
    known,
    blockOf([
      [1, w1, 3000, 0],
      [1, w1, 2000, 4],
      [1, w1, 4000, 0],
    ]),
  );
  const inOrder = readFaultWords(
    known,
    blockOf([
      [1, w1, 5000, 0],
      [1, w1, 6000, 4],
      [1, w1, 7000, 0],
    ]),
  );
  expect(inOrder.map(({ time, values }) => [time, values['fault.w1']])).toEqual([
    [6000, 4],
    [7000, 0],
  ]);
  // The first row confirmed what stood at 3000, so the word of 2000 is late.
  expect(seen.map(({ time, late }) => [time, late])).toEqual([
    [2000, true],
    [4000, false],
  ]);
});

test('words older than what is known are late and change nothing that stands', () => {
  const known: FaultWords = new Map();
  loadWord(known, 1, 0, { time: 5000, value: 0 });
  const late = readFaultWords(
    known,
    blockOf([
      [1, w1, 1000, 2],
      [1, w1, 2000, 0],
    ]),
  );
  expect(late).toEqual([
    { deviceId: 1, time: 1000, values: { 'fault.w1': 2 }, late: true },
    { deviceId: 1, time: 2000, values: { 'fault.w1': 0 }, late: true },
  ]);
  expect(known.get(1)).toMatchObject({ time: 5000 });
  expect(known.get(1)?.values[0]).toBe(0);
});

test('devices do not mix', () => {
  const known: FaultWords = new Map();
  const seen = readFaultWords(
    known,
    blockOf([
      [1, w1, 1000, 1],
      [2, w1, 1000, 2],
      [1, w2, 1000, 3],
    ]),
  );
  expect(seen.map(({ deviceId, values }) => [deviceId, values])).toEqual([
    [1, { 'fault.w1': 1, 'fault.w2': 3 }],
    [2, { 'fault.w1': 2 }],
  ]);
});

test('custom points with large numbers are no fault words', () => {
  const known: FaultWords = new Map();
  expect(readFaultWords(known, blockOf([[1, 70_000, 5000, 3]]))).toEqual([]);
  expect(known.size).toBe(0);
});
