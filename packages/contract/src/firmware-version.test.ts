import { expect, test } from 'vitest';
import { compareFirmwareVersions, isFirmwareVersion, readFirmwareVersion } from './firmware-version.ts';

test('versions stand in their order, by number and not by letter', () => {
  const ordered = [
    '0.9',
    '1.0.0-alpha',
    '1.0.0-alpha.2',
    '1.0.0-alpha.10',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.2',
    '1.10',
    '2',
  ];
  const mixed = ordered.toSorted((a, b) => (a < b ? 1 : -1));
  expect(mixed.toSorted(compareFirmwareVersions)).toEqual(ordered);
  expect(compareFirmwareVersions('1.0', '1.0.0.0')).toBe(0);
  expect(compareFirmwareVersions('1.0+7', '1.0+8')).toBe(0);
});

test.each(['1', '1.2', '1.2.3.4', '1.2.3-rc.1', '1.2.3+build.7'])('"%s" is a version', (text) => {
  expect(isFirmwareVersion(text)).toBe(true);
});

test.each(['', 'v1.2', '1.2.3.4.5', '1..2', '1.2 ', '1.2-', '1,2', '1.2\n'])('"%s" is none', (text) => {
  expect(isFirmwareVersion(text)).toBe(false);
});

test.each([
  ['1.4.2', '1.4.2'],
  ['V1.4.2', '1.4.2'],
  ['LSW3_15_270A_1.09', '1.09'],
  ['LSW3 270A 1.09', '1.09'],
  ['SF-LOGGER v2.0.1 (2026)', '2.0.1'],
  ['unknown', undefined],
])('of "%s" the version is %s', (said, version) => {
  expect(readFirmwareVersion(said)).toBe(version);
});
