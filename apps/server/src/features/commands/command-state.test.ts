import { DEVICE_FAILURES } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import type { DeviceRequest } from '../../platform/links/device-links.ts';
import { commandStateOf } from './command-state.ts';

const read: DeviceRequest = { type: 'modbusRead', slave: 1, fn: 3, addr: 60, count: 2 };
const write: DeviceRequest = { type: 'modbusWrite', slave: 1, fn: 16, addr: 60, words: [1] };
const command: DeviceRequest = { type: 'command', name: 'standby', params: {} };

const failed = (request: DeviceRequest, sent: boolean) =>
  DEVICE_FAILURES.filter(
    (failure) => commandStateOf(request, { ok: false, failure, sent }) === 'failed',
  ).toSorted();

test('what did not leave has failed, whatever the reason', () => {
  for (const request of [read, write, command])
    expect(failed(request, false)).toEqual(DEVICE_FAILURES.toSorted());
});

test('of what left and was not answered clearly nobody knows what became of it', () => {
  expect(failed(write, true)).toEqual(['refused']);
  expect(failed(command, true)).toEqual(['refused']);
  expect(failed(read, true)).toEqual(['asleep', 'failed', 'malformed', 'refused']);
});
