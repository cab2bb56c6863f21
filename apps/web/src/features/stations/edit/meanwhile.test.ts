import { expect, test } from 'vitest';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { savedMeanwhile, sideOf, withSides, type Versions } from './meanwhile.ts';
import { bodyOf, differingFields, storedValues } from '../entry/stored-values.ts';

const base = storedValues(mintStationDetail({ capacityKw: 8.4, tilt: 30, name: 'Barn' }));
const versions = (mine: Partial<typeof base>, saved: Partial<typeof base>): Versions => ({
  base,
  mine: { ...base, ...mine },
  saved: { ...base, ...saved },
});

test('a station fills its form, and the form as it is changes nothing', () => {
  const station = mintStationDetail({ capacityKw: 8.4, tilt: 0, timeZone: 'Europe/Lisbon' });
  const values = storedValues(station);
  expect(values).toMatchObject({ capacityKw: '8.4', tilt: '0', azimuth: '', timeZone: 'Europe/Lisbon' });
  expect(bodyOf(values)).toMatchObject({
    capacityKw: 8.4,
    tilt: 0,
    azimuth: null,
    timeZone: 'Europe/Lisbon',
  });
  expect(bodyOf({ ...values, timeZone: '' }).timeZone).toBeNull();
  expect(differingFields(values, { ...values, capacityKw: ' 8,40' })).toEqual([]);
  expect(differingFields(values, { ...values, tilt: '', name: 'Shed' })).toEqual(['name', 'tilt']);
});

test('what only somebody else changed is theirs, what both changed waits for a choice, what only was typed stays', () => {
  const both = versions({ tilt: '35', notes: 'Mine.' }, { tilt: '40', name: 'Shed' });
  expect(savedMeanwhile(both)).toEqual([
    { field: 'name', isMine: false },
    { field: 'tilt', isMine: true },
  ]);
  const [name, tilt] = savedMeanwhile(both);
  expect([sideOf(name!, {}), sideOf(tilt!, {}), sideOf(tilt!, { tilt: 'mine' })]).toEqual([
    'saved',
    undefined,
    'mine',
  ]);
  expect(withSides(both, { tilt: 'mine' })).toMatchObject({ name: 'Shed', tilt: '35', notes: 'Mine.' });
  expect(withSides(both, { tilt: 'saved', name: 'mine' })).toMatchObject({
    name: 'Barn',
    tilt: '40',
    notes: 'Mine.',
  });
});

test('who typed what was saved has nothing to decide', () => {
  expect(savedMeanwhile(versions({ tilt: '40,0' }, { tilt: '40' }))).toEqual([]);
});
