import { performance } from 'node:perf_hooks';
import type { RouteOutput, routes } from '@sunfleet/contract';
import { cutAnswer } from '../../apps/server/src/platform/http/cut-answer.ts';
import type { Bench } from '../figure.ts';

type StationPage = RouteOutput<(typeof routes)['listStations']>;
type StationRow = StationPage['rows'][number];

const ROWS = 100;
const ROUNDS = 2000;

/** What cutting an answer to its output schema costs: a page of 100 stations, the largest that a list answers. */
export const cutBench: Bench = {
  names: ['answer.cut'],
  async run(_wanted, tell) {
    const page = stationPage();
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      cutAnswer('listStations', page);
      times.push(performance.now() - start);
    }
    const p95 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;
    tell({ name: 'answer.cut', value: p95, unit: 'ms' });
  },
};

function stationPage(): StationPage {
  const rows = Array.from({ length: ROWS }, (_, at) => stationRow(at + 1));
  const counts = {
    connecting: 1,
    offline: 2,
    partlyOffline: 0,
    emergency: 0,
    alarm: 3,
    standby: 4,
    normal: 90,
  };
  return { total: 100_000, page: 1, pageSize: ROWS, rows, counts };
}

/** With a column that no caller was promised. */
function stationRow(id: number): StationRow & { createdAt: Date } {
  return {
    id,
    name: `Plant ${id}`,
    type: 'commercial',
    capacityKw: 5 + id,
    batteryKwh: null,
    timeZone: 'Europe/Madrid',
    country: 'ES',
    address: `${id} Solar Lane`,
    place: { town: 'Zaragoza', region: 'Aragon', country: 'ES' },
    owner: `Owner ${id}`,
    organisation: 'Organisation',
    gridConnectedOn: '2024-05-01',
    shared: false,
    configured: true,
    favourite: false,
    labels: [{ id: 1, name: 'Roof', color: '#112233' }],
    live: stationLive(id),
    createdAt: new Date(0),
  };
}

function stationLive(stationId: number): StationRow['live'] {
  return {
    stationId,
    status: 'normal',
    communication: 'online',
    power: stationId * 10.5,
    load: null,
    grid: -120.5,
    battery: null,
    soc: null,
    runMode: 'running',
    irradiance: 812,
    energyToday: 31.4,
    energyMonth: 1200.5,
    energyYear: 9000.25,
    energyTotal: 40_000.75,
    expectedToday: 180.5,
    expectedBy: 'clearSky',
    irradiationToday: null,
    devicesOnline: 3,
    devicesTotal: 4,
    alarms: { emergency: 0, general: 1, tip: 0 },
    lastDataAt: 1_760_000_000_000,
    signal: 80,
  };
}
