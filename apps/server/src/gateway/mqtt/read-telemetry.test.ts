import * as fc from 'fast-check';
import { POINTS } from '@sunfleet/device-model';
import { expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import type { KnownDevice, OpenBlock } from '../../platform/ingest.ts';
import { createSampleColumns } from '../../platform/sample-columns.ts';
import { createTelemetryReader, readTelemetry } from './read-telemetry.ts';

const NOW = Date.UTC(2026, 5, 1);
const device = { id: 7 } as KnownDevice;
const ids = new Map(POINTS.map(({ key, id }) => [key, id]));

/** A block that keeps what is read, after a row of somebody else's. */
function open() {
  const block = Object.assign(createSampleColumns(1), { commit: () => Promise.resolve() });
  block.add(1, 1, 1, 1);
  return block;
}

function target(block: OpenBlock) {
  return {
    open: () => block,
    admit() {},
    checkTime(time: number) {
      if (time < 1000) throw new AppError('timeOutOfRange', { time });
    },
    pointId(_device: KnownDevice, key: string): number {
      if (key === '' || key.includes('!')) throw new AppError('unknownPoint', { key });
      return ids.get(key) ?? 10_000 + key.length;
    },
  };
}

type Read = (block: OpenBlock, payload: Buffer) => unknown;
const fast: Read = (block, payload) => createTelemetryReader(target(block))(device, { payload, now: NOW });
const full: Read = (block, payload) => readTelemetry(target(block), device, { payload, now: NOW });

/** Rows a reader adds, or the error it throws. */
function outcome(read: Read, payload: Buffer) {
  const block = open();
  let error: unknown;
  try {
    read(block, payload);
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    error = [thrown.key, thrown.values];
  }
  const rows = Array.from({ length: block.length }, (_, row) => [
    block.devices[row],
    block.points[row],
    block.times[row],
    block.values[row],
  ]);
  return { rows, error };
}

test.each([
  '{"ts":1780000000000,"v":{"ac.power":1.5,"pv1.voltage":-560.25},"q":0}',
  '{ "v" : { "ac.power" : 1 , "pv1.power":2e3 } ,\n"ts" : 1780000000000 }',
  '{"v":{"ac.power":0.125,"fan.speed":4,"pv1.power":3}}',
  '{"q":3,"v":{"ac.power":1}}',
  '[{"v":{"ac.power":1}},{"ts":5000,"v":{"ac.power":2}}]',
  '{"v":{"ac\\u002epower":1}}',
  '{"v":{},"ts":5000}',
  '{"v":{"ac.power":01}}',
  '{"v":{"ac.power":1.}}',
  '{"v":{"ac.power":+1}}',
  '{"v":{"ac.power":1e999}}',
  '{"v":{"ac.power":1,}}',
  '{"v":{"ac.power":1}} x',
  '{"v":{"ac.power":1}',
  '{"ts":1.5,"v":{"ac.power":1}}',
  '{"ts":1,"v":{"ac.power":1}}',
  '{"t":1,"v":{"ac.power":1}}',
  '{"v":{"ac.power":1},"x":{"v":2}}',
  '{"v":{"ac.power":1,"!":1}}',
  '{"v":{"ac.power":"1"}}',
  '{"v":{"ac.power":null}}',
  '{}',
  '',
])('%s means the same to the fast reader and the full one', (text) => {
  expect(outcome(fast, Buffer.from(text))).toEqual(outcome(full, Buffer.from(text)));
});

test('a message that is refused leaves nothing behind', () => {
  for (const text of [
    '{"v":{"ac.power":1,"pv1.power":true}}',
    '{"ts":5,"v":{"ac.power":1}}',
    '{"v":{"ac.power":1,"!":2}}',
  ]) {
    const { rows, error } = outcome(fast, Buffer.from(text));
    expect(error).toBeDefined();
    expect(rows).toEqual([[1, 1, 1, 1]]);
  }
});

test('messages of any content mean the same to both, one after the other', () => {
  const key = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...ids.keys()) },
    { weight: 1, arbitrary: fc.string() },
  );
  const value = fc.oneof({ weight: 19, arbitrary: fc.double() }, { weight: 1, arbitrary: fc.jsonValue() });
  const message = fc.record(
    {
      ts: fc.integer({ min: 500, max: 4e12 }),
      v: fc.dictionary(key, value, { maxKeys: 8 }),
      q: fc.constantFrom(0, 0, 0, 1),
    },
    { requiredKeys: ['v'] },
  );
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 5 }), fc.nat(2), (messages, indent) => {
      const blocks = [open(), open()] as const;
      const readers = [createTelemetryReader(target(blocks[0])), full] as const;
      for (const body of messages) {
        const payload = Buffer.from(JSON.stringify(body, undefined, indent));
        const results = [
          () => readers[0](device, { payload, now: NOW }),
          () => readers[1](blocks[1], payload),
        ].map((read) => {
          try {
            return read() && 'read';
          } catch (error) {
            return error instanceof AppError ? error.key : String(error);
          }
        });
        expect(results[0]).toBe(results[1]);
      }
      const [one, two] = blocks;
      expect(one.length).toBe(two.length);
      for (const column of ['points', 'times', 'values'] as const) {
        expect([...one[column].subarray(0, one.length)]).toEqual([...two[column].subarray(0, two.length)]);
      }
    }),
    { numRuns: 1000 },
  );
});

test('damaged messages never throw anything but a refusal', () => {
  const good = Buffer.from('{"ts":1780000000000,"v":{"ac.power":1.5,"pv1.voltage":560.25},"q":0}');
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.nat(255), fc.nat(good.length), (place, byte, end) => {
      const damaged = Buffer.from(good.subarray(0, end));
      if (place < end) damaged[place] = byte;
      const [one, two] = [outcome(fast, damaged), outcome(full, damaged)];
      // A text cut inside a character is the one thing the full reader repairs; nothing is stored of it either way.
      expect(one.error === undefined ? 'stored' : 'refused').toBe(
        two.error === undefined ? 'stored' : 'refused',
      );
    }),
    { numRuns: 3000 },
  );
});

test('new points of all readings of a message are registered together, because it is read anew afterwards', async () => {
  const readings = Array.from({ length: 50 }, (_, n) => ({
    ts: NOW - n,
    v: { 'ac.power': n, shared: n, [`own${n}`]: n },
  }));
  const payload = Buffer.from(JSON.stringify(readings));
  const registered = new Map<string, number>();
  const asked: string[] = [];
  const block = open();
  const registering = {
    ...target(block),
    pointId(of: KnownDevice, key: string): number | Promise<number> {
      const known = ids.get(key) ?? registered.get(key);
      if (known !== undefined) return known;
      asked.push(key);
      return Promise.resolve().then(() => {
        registered.set(key, 20_000 + registered.size);
        return of.id;
      });
    },
  };
  let reads = 1;
  for (
    let result = readTelemetry(registering, device, { payload, now: NOW });
    result !== block;
    reads += 1, result = readTelemetry(registering, device, { payload, now: NOW })
  )
    await result;
  expect(reads).toBe(2);
  expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
  expect(asked).toHaveLength(51);
  // After the row of somebody else's.
  expect(block.length).toBe(1 + 150);
});
