import { stationAddress, type StationDetail, type StationStorage } from '@sunfleet/contract';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectAccessible } from '../../../test/expect-accessible.ts';
import { mintStationDetail } from '../../../test/mint-access.ts';
import { mintStationLive } from '../../../test/mint.ts';
import { renderPage } from '../../../test/render-page.tsx';
import { routes } from '../routes.tsx';
// The pages are loaded here, because the first test would time out waiting for them.
import '../detail/detail-layout.tsx';
import './storage-tab.tsx';

const at = stationAddress(5, 'storage');
const station = (changes: Partial<StationDetail> = {}): StationDetail => ({
  ...mintStationDetail({ batteryKwh: 10 }),
  live: mintStationLive({ stationId: 5, soc: 64, battery: -1500 }),
  ...changes,
});
const stationPower = {
  day: '2026-06-21',
  timeZone: 'Europe/Madrid',
  times: [],
  pv: [],
  load: [],
  grid: [],
  battery: [],
  soc: [],
  irradiance: [],
  expected: [],
  expectedLow: [],
  expectedHigh: [],
  expectedBound: [],
  expectedSource: 'clearSky' as const,
  sunrise: null,
  sunset: null,
};
const storage: StationStorage = {
  grain: 'day',
  timeZone: 'Europe/Madrid',
  capacityKwh: 10,
  soh: 96,
  units: [
    {
      deviceId: 7,
      sn: 'B7',
      name: 'Garage',
      soc: 64,
      soh: 96,
      power: -1500,
      temperature: 21,
      chargedEver: 1000,
      dischargedEver: 910,
      lastDataAt: null,
    },
  ],
  charged: 40,
  discharged: 36,
  cycles: 3.6,
  cyclesEver: 91,
  roundTrip: {
    efficiency: 0.9,
    gap: null,
    charged: 40,
    discharged: 36,
    socStart: 50,
    socEnd: 50,
    stored: 0,
    from: 0,
    to: 1,
  },
  modes: { charging: 3_600_000, discharging: 3_600_000, resting: 7_200_000, unknown: 0 },
  buckets: [],
};
const stationStorageValue = {
  from: '2026-06-01',
  to: '2026-06-21',
  values: [{ currency: 'EUR', parts: { saved: 720, sold: 0, kept: -240, bought: null }, total: null }],
  gaps: ['noImport' as const],
  energies: { saved: 24, sold: 0, kept: 24, bought: 0 },
  unsettled: 0,
  divided: 0,
  step: 15,
};
const answers = { getStation: station(), stationPower, stationStorage: storage, stationStorageValue };

test('charge, wear, efficiency and money stand with what they are made of', async () => {
  await renderPage(routes, { at, answers });
  expect((await screen.findByText('Charging', { selector: 'div' })).parentElement!.textContent).toContain(
    '1.5 kW',
  );
  expect(screen.getByText('About 6.14 kWh of 10 kWh')).toBeTruthy();
  expect(screen.getByText(/^36 kWh discharged by 40 kWh charged less a change of 0 kWh inside/)).toBeTruthy();
  expect(screen.getByText('36 kWh discharged by 10 kWh nominal capacity')).toBeTruthy();
  expect(await screen.findByText('What is bought is not measured.')).toBeTruthy();
  expect(screen.getByText('Garage')).toBeTruthy();
  await expectAccessible();
});

test('a figure that is missing says why', async () => {
  const roundTrip = { ...storage.roundTrip, efficiency: null, gap: 'tooShort' as const };
  const missing = { ...storage, capacityKwh: null, soh: null, cycles: null, cyclesEver: null, roundTrip };
  await renderPage(routes, { at, answers: { ...answers, stationStorage: missing } });
  expect(await screen.findAllByText(/^Too little went through the batteries/)).toBeTruthy();
  expect(screen.getAllByText('No battery reports its state of health.')).toBeTruthy();
  expect(screen.getAllByText('The nominal capacity of the batteries was not entered.')).toBeTruthy();
});

test('a station without a battery has no such tab, and says so at the address', async () => {
  const getStation = station({
    batteryKwh: null,
    live: mintStationLive({ stationId: 5, soc: null, battery: null }),
  });
  await renderPage(routes, { at, answers: { ...answers, getStation } });
  expect(await screen.findByText('This station has no battery')).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Storage' })).toBeNull();
});
