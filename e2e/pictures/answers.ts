import type { RouteName } from '@sunfleet/contract';
import { dayOf, energyOf, fleetDay, history, homeDay, NOW, ZONE } from './curves.ts';
import { change, plainAnswer, plainEntry } from './example.ts';
import { SESSION } from './session.ts';

type Query = URLSearchParams;

/** A day of which nothing is known. */
const NO_WEATHER = {
  sunrise: null,
  sunset: null,
  polar: null,
  low: null,
  high: null,
  sky: null,
  irradiation: null,
  clearSkyIrradiation: 0,
};

const NAMES = [
  'Almendro',
  'Brezo',
  'Cedro',
  'Durazno',
  'Encina',
  'Fresno',
  'Granado',
  'Higuera',
  'Jara',
  'Lentisco',
  'Madroño',
  'Nogal',
];
const STATUSES = ['emergency', 'offline', 'alarm', 'partlyOffline', 'standby'];
const statusOf = (index: number) => STATUSES[index] ?? 'normal';
const powerOf = (index: number) => (index < 2 ? 0 : 4200 * (index + 1));

const station = (name: RouteName, index: number, field?: string) =>
  change(plainEntry(name, field), {
    id: index + 1,
    name: `Finca ${NAMES[index]}`,
    type: index % 3 === 0 ? 'commercial' : 'residential',
    capacityKw: 8 + 12 * index,
    timeZone: ZONE,
    country: 'ES',
    address: `Calle del Sol ${index + 1}, Zaragoza`,
    organisation: 'Sun Service',
    // The last ones stand at one place and are a cluster on the map.
    latitude: 36.5 + ((Math.min(index, 9) * 5) % 12) / 2,
    longitude: -7 + ((Math.min(index, 9) * 7) % 12),
    status: statusOf(index),
    power: powerOf(index),
    live: {
      stationId: index + 1,
      status: statusOf(index),
      communication: index === 1 ? 'offline' : 'online',
      power: powerOf(index),
      energyToday: 20 + 9 * index,
      energyMonth: 400 + 90 * index,
      energyYear: 4000 + 900 * index,
      energyTotal: 40_000 + 9000 * index,
      devicesOnline: index === 1 ? 0 : 3,
      devicesTotal: 3,
      alarms: { emergency: index === 0 ? 1 : 0, general: index === 2 ? 2 : 0 },
      lastDataAt: index === 1 ? NOW - 7_200_000 : NOW - 20_000,
    },
  });

const town = (name: string, latitude: number, longitude: number, population: number) => ({
  name,
  latitude,
  longitude,
  population,
});
const TOWNS = [
  town('Madrid', 40.4165, -3.7026, 3_255_944),
  town('Lisboa', 38.7169, -9.1399, 517_802),
  town('Zaragoza', 41.6561, -0.8773, 674_317),
  town('Valencia', 39.4739, -0.3797, 814_208),
  town('Badajoz', 38.8779, -6.9706, 148_334),
];

const DEVICE_KINDS = ['inverter', 'hybrid', 'meter', 'battery', 'logger'];
const device = (index: number) =>
  change(plainEntry('listDevices', 'rows'), {
    id: index + 1,
    sn: `SF1000${String(index).padStart(4, '0')}`,
    kind: DEVICE_KINDS[index % 5],
    model: 'Model S',
    manufacturer: 'Sol',
    ratedPower: 10_000,
    firmware: '1.4.2',
    station: { id: 1, name: 'Finca Almendro', timeZone: ZONE },
    live: {
      deviceId: index + 1,
      stationId: 1,
      status: index === 0 ? 'offline' : index === 1 ? 'abnormal' : 'normal',
      power: index === 0 ? null : 900 * index,
      energyToday: 4 * index,
      lastDataAt: index === 0 ? NOW - 7_200_000 : NOW - 20_000,
      lastSeenAt: NOW - 20_000,
    },
  });

const alarm = (index: number) =>
  change(plainEntry('listAlarms', 'rows'), {
    id: index + 1,
    level: index < 2 ? 'emergency' : index < 6 ? 'general' : 'tip',
    textKey: index % 2 ? 'faults.common.groundFault' : 'faults.platform.offline',
    code: index % 2 ? 'GROUND_FAULT' : 'OFFLINE',
    type: index % 2 ? 'deviceFault' : 'offline',
    station: { id: index + 1, name: `Finca ${NAMES[index]}`, timeZone: ZONE },
    device: { id: index + 1, sn: `SF1000${String(index).padStart(4, '0')}`, kind: 'inverter' },
    beganAt: NOW - (index + 1) * 3_600_000,
    lastSeenAt: NOW - 60_000,
    count: 1,
  });

const point = (key: string, unit: string, value: number) =>
  change(plainEntry('deviceLatest'), { key, unit, value, time: NOW - 20_000 });
const POINTS = [
  point('state', '', 3),
  point('ac.power', 'W', 8420),
  point('ac.frequency', 'Hz', 50.01),
  point('dc.power', 'W', 8650),
  point('energy.day', 'kWh', 31.4),
  point('energy.total', 'kWh', 48_210),
  point('temp.inverter', '°C', 46.2),
  ...Array.from({ length: 36 }, (_, index) =>
    point(`str${index + 1}.current`, 'A', index === 16 ? 5.2 : 7.6 + 0.5 * Math.sin(index)),
  ),
];

const list = (name: RouteName, rows: readonly unknown[], more = {}) =>
  change(plainAnswer(name), { total: rows.length, page: 1, pageSize: 20, rows, ...more });
const twelve = NAMES.map((_, index) => index);

const importRun = (index: number) =>
  change(plainEntry('listImports'), {
    id: index + 1,
    fileName: `inverters-${2023 + index}.csv`,
    station: { id: 1, name: 'Finca Almendro' },
    state: index === 0 ? 'failed' : 'done',
    rowsTotal: 105_120,
    rowsDone: index === 0 ? 0 : 105_120,
    samples: index === 0 ? 0 : 840_960,
    errorCount: index === 0 ? 12 : 0,
    createdAt: NOW - (index + 1) * 86_400_000,
    finishedAt: NOW - (index + 1) * 86_400_000 + 90_000,
    timeZone: ZONE,
  });

const home = () =>
  change(plainAnswer('getStation'), {
    ...station('listStations', 8, 'rows'),
    type: 'residentialStorage',
    capacityKw: 9.8,
    batteryKwh: 10,
    currency: 'EUR',
    today: '2026-06-21',
    live: {
      ...(station('listStations', 8, 'rows')['live'] as object),
      power: 7910,
      load: 1240,
      grid: -2670,
      battery: -4000,
      soc: 78,
      runMode: 'running',
      energyToday: 31.4,
    },
  });

const bucket = (start: string, pv: number) => ({
  start,
  energies: {
    pv,
    load: pv * 0.6,
    import: pv * 0.1,
    export: pv * 0.5,
    charge: pv * 0.2,
    discharge: pv * 0.18,
  },
  sources: { pv: 'lifetime' },
  spread: 0,
  completeness: 1,
});

/** Answers of routes that the plainest one would leave without anything to see. */
const ANSWERS: Partial<Record<RouteName, (query: Query) => unknown>> = {
  personalInfo: () => SESSION.account,
  listStations: () =>
    list(
      'listStations',
      twelve.map((index) => station('listStations', index, 'rows')),
      {
        counts: { emergency: 1, offline: 1, alarm: 1, partlyOffline: 1, standby: 1, normal: 7 },
      },
    ),
  mapTowns: () => TOWNS,
  mapStations: () => twelve.map((index) => station('mapStations', index)),
  listDevices: (query) =>
    query.get('bound') === 'false'
      ? plainAnswer('listDevices')
      : list('listDevices', twelve.map(device), { counts: { offline: 1, abnormal: 1, normal: 10 } }),
  listAlarms: (query) =>
    query.get('pageSize') === '1'
      ? plainAnswer('listAlarms')
      : list('listAlarms', twelve.map(alarm), { counts: { emergency: 2, general: 4, tip: 6 } }),
  listImports: () => [0, 1, 2].map(importRun),
  getStation: home,
  stationPower: () => homeDay,
  stationEnergy: (query) => ({
    grain: query.get('grain') ?? 'day',
    timeZone: ZONE,
    buckets:
      query.get('from') === query.get('to')
        ? [bucket('2026-06-21', 31.4)]
        : twelve.map((index) => bucket(dayOf(index), energyOf(index))),
  }),
  stationAvailability: () => ({
    grain: 'day',
    timeZone: ZONE,
    communication: 0.986,
    technical: 0.993,
    buckets: twelve.map((index) => ({
      start: dayOf(index),
      communication: index === 4 ? 0.82 : 1,
      technical: index === 7 ? 0.9 : 1,
    })),
  }),
  stationForecast: () => ({
    timeZone: ZONE,
    today: null,
    tomorrow: null,
    battery: null,
    skill: { days: 0, dayAhead: null, hourAhead: null },
  }),
  stationWeather: () => {
    const start = NOW - (NOW % 86_400_000);
    const hours = twelve.map((hour) => start + (hour + 1) * 3_600_000);
    const unknown = hours.map(() => null);
    return {
      timeZone: ZONE,
      service: null,
      now: { tempAir: null, windSpeed: null, poa: null, ghi: null, sky: null },
      days: [{ ...NO_WEATHER, day: dayOf(11) }],
      hours: {
        times: hours,
        tempAir: unknown,
        windSpeed: unknown,
        ghi: unknown,
        clearSkyGhi: hours.map(() => 0),
        cloudCover: unknown,
        sky: unknown,
      },
    };
  },
  portfolioAvailability: () => ({
    days: 30,
    devices: 36,
    communication: 0.987,
    tellingDevices: 30,
    technical: 0.996,
  }),
  getDevice: () =>
    change(change(plainAnswer('getDevice'), device(5)), {
      live: { power: 8420, runMode: 'running' },
      uploadIntervalSeconds: 300,
    }),
  deviceLatest: () => POINTS,
  deviceHistory: () => ({
    ...history,
    series: history.series.map((each) => change(plainEntry('deviceHistory', 'series'), each)),
  }),
  plantAuthority: () => ({ permissions: SESSION.account.permissions, by: 'all', endsAt: null }),
  portfolioOverview: () =>
    change(plainAnswer('portfolioOverview'), {
      stations: 12,
      capacityKw: 888,
      power: 412_000,
      powerKnown: 11,
      energyToday: 834,
      energyMonth: 10_740,
      energyYear: 107_400,
      energyTotal: 1_074_000,
      stationStatuses: { emergency: 1, offline: 1, alarm: 1, partlyOffline: 1, standby: 1, normal: 7 },
      deviceStatuses: { offline: 1, abnormal: 1, normal: 34 },
      stationTypes: {
        residential: { stations: 8, capacityKw: 400 },
        commercial: { stations: 4, capacityKw: 488 },
      },
      alarms: { emergency: 2, general: 4, tip: 6 },
    }),
  getSettings: () => change(plainAnswer('getSettings'), { temperatureUnit: 'celsius', weekStart: 1 }),
  portfolioPower: () => fleetDay,
  portfolioEnergy: () => ({
    buckets: twelve.map((index) => ({ start: dayOf(index), pv: 12 * energyOf(index), stations: 12 })),
  }),
};

/** What the server of the pictures answers to a route. */
export const answerOf = (name: RouteName, query: Query): unknown =>
  ANSWERS[name]?.(query) ?? plainAnswer(name);

/** The routes whose answers are made here, for the test that holds them to the contract. */
export const MADE = Object.keys(ANSWERS) as RouteName[];
