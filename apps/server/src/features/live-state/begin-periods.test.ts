import { expect, test } from 'vitest';
import { FleetIndex } from '../fleet/fleet-index.ts';
import { createSunlight } from '../fleet/index.ts';
import { FleetStates } from './state-book.ts';
import { beginPeriods } from './state-energies.ts';

const NOON = Date.UTC(2026, 5, 21, 12);
const DAY_MS = 86_400_000;

const madrid = {
  type: 'residential',
  capacityKw: 5,
  timeZone: 'Europe/Madrid',
  latitude: 40,
  longitude: -3,
  elevation: null,
  tilt: null,
  azimuth: null,
  design: null,
} as const;

test('the local day of each station begins by itself, and others have their turn in between', () => {
  const fleet = new FleetIndex();
  for (const id of [1, 2, 3]) fleet.putStation({ id, ...madrid });
  const book = new FleetStates(fleet, createSunlight());
  const begun = () => [...book.changedStations];
  const steps = beginPeriods(book, NOON);
  steps.next();
  expect(begun()).toEqual([]);
  steps.next();
  expect(begun()).toEqual([1]);
  expect([...steps]).toHaveLength(1);
  expect(begun()).toEqual([1, 2, 3]);
  book.changedStations.clear();
  expect([...beginPeriods(book, NOON + 1000)]).toHaveLength(3);
  expect(begun()).toEqual([]);
  for (const id of [1, 2, 3]) book.station(id)!.day = { start: NOON - DAY_MS, kwh: 7 };
  expect([...beginPeriods(book, NOON + DAY_MS)]).toHaveLength(3);
  expect(begun()).toEqual([1, 2, 3]);
  expect([1, 2, 3].map((id) => book.station(id)!.day.kwh)).toEqual([0, 0, 0]);
});
