import { expect, test } from 'vitest';
import { checkDevice, versionOf, type CheckedDevice } from './check-device.ts';

const device: CheckedDevice = {
  model: 'SF-L1',
  firmware: 'SF-L1 V1.2.0',
  attributes: { hardware: 'B', 'firmware.inverterDsp': '3.1' },
  signal: 60,
  soc: null,
  emergency: false,
};
const firmware = {
  name: 'Logger',
  version: '1.4.0',
  component: 'logger' as const,
  models: ['SF-L1'],
  hardware: ['A', 'B'],
  fromVersion: '1.0',
  toVersion: '1.3',
};

test('a device that fits gets it', () => {
  expect(checkDevice(device, firmware)).toBeUndefined();
  expect(checkDevice({ ...device, signal: null, soc: 30 }, { ...firmware, hardware: [] })).toBeUndefined();
});

test.each<[Partial<CheckedDevice>, string]>([
  [{ model: 'SF-L2' }, 'wrongModel'],
  [{ model: null }, 'wrongModel'],
  [{ attributes: { hardware: 'C' } }, 'wrongHardware'],
  [{ attributes: {} }, 'wrongHardware'],
  [{ firmware: '0.9' }, 'wrongVersion'],
  [{ firmware: '1.3.1' }, 'wrongVersion'],
  [{ firmware: null }, 'versionUnknown'],
  [{ firmware: 'new' }, 'versionUnknown'],
  [{ emergency: true }, 'emergency'],
  [{ signal: 29 }, 'lowSignal'],
  [{ soc: 29 }, 'lowBattery'],
])('%j does not, because of %s', (changes, failure) => {
  expect(checkDevice({ ...device, ...changes }, firmware)).toBe(failure);
});

test('each part has a version of its own', () => {
  expect(versionOf(device, 'logger')).toBe('1.2.0');
  expect(versionOf(device, 'inverterDsp')).toBe('3.1');
  expect(versionOf(device, 'bms')).toBeUndefined();
});
