import { expect, test } from 'vitest';
import type { SampleWriter, WriterState } from './sample-writer.ts';
import { writerHealth } from './writer-health.ts';

const NOW = 1_000_000;
const fine: WriterState = {
  waitingBytes: 10,
  inFlight: 1,
  storedSamples: 5,
  storedBlocks: 1,
  failure: undefined,
  failingSince: undefined,
};

function stateOf(state: Partial<WriterState>) {
  const writer = { state: () => ({ ...fine, ...state }) } as SampleWriter;
  const clock = { now: () => NOW };
  const archive = { state: () => ({ archivedFrames: 2, archivedBytes: 20, droppedFrames: 1 }) };
  return writerHealth({ writer, archive }, { clock, config: { ingestMemoryBytes: 1000 } }).check();
}

test('samples that become durable are fine', () => {
  expect(stateOf({})).toMatchObject({
    state: 'ok',
    detail: { devicesWait: false, reason: null, droppedFrames: 1 },
  });
});

test('full memory and a failed insert are degraded, and name the reason', () => {
  expect(stateOf({ waitingBytes: 1000 })).toMatchObject({ state: 'degraded', detail: { devicesWait: true } });
  expect(stateOf({ failure: 'No space left', failingSince: NOW - 1000 })).toMatchObject({
    state: 'degraded',
    detail: { reason: 'No space left', failingSince: NOW - 1000 },
  });
});

test('a store that fails for half a minute is down', () => {
  expect(stateOf({ failure: 'x', failingSince: NOW - 30_000 })).toMatchObject({ state: 'down' });
});
