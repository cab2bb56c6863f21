import { expect, test } from 'vitest';
import { DirectoryEntries, type DirectoryEntry } from './directory-entries.ts';

const entry = (id: number, sn: string, organisationId: number | null): DirectoryEntry => ({
  device: {
    id,
    sn,
    kind: 'inverter',
    profileId: null,
    organisationCode: null,
    stationId: null,
    timeZone: 'UTC',
    meterRole: null,
    ratedPower: null,
  },
  organisationId,
  secret: undefined,
  seen: false,
});

test('a device put again replaces the one before, also under a new SN', () => {
  const entries = new DirectoryEntries();
  entries.put(entry(1, 'A', null));
  entries.put(entry(2, 'B', 5));
  expect(entries.ownerless).toBe(1);
  entries.put(entry(1, 'C', 5));
  expect(entries.bySn('A')).toBeUndefined();
  expect(entries.bySn('C')).toBe(entries.byId(1));
  expect(entries.ownerless).toBe(0);
  entries.remove(1);
  entries.remove(1);
  expect(entries.bySn('C')).toBeUndefined();
  expect(entries.byId(2)?.device.sn).toBe('B');
});
