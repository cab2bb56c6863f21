import { createStation } from '../../apps/simulator/src/station/station-state.ts';
import { readDevice } from '../../apps/simulator/src/station/read-device.ts';
import { stepStation } from '../../apps/simulator/src/station/step-station.ts';
import type { FleetDevice, FleetStation } from '../../apps/simulator/fleets/schema.ts';
import type { RunningServer } from './server.ts';

const MINUTE_MS = 60_000;
const STEP_MS = 5 * MINUTE_MS;
const KEYS = ['ac.power', 'energy.total', 'str1.current', 'str2.current'];

const device = (sn: string): FleetDevice => ({
  sn,
  kind: 'inverter',
  protocol: 'http',
  parentSn: null,
  profileId: null,
  manufacturer: 'Deye',
  model: 'SUN-8K-G03',
  secret: null,
  ratedPower: 8000,
  meterRole: null,
  inputs: [{ mppt: 1, strings: 2, modulesInSeries: 10, modulePower: 450, tilt: 10, azimuth: 180 }],
  battery: null,
  slave: null,
  v5Data: null,
  intervalSeconds: 300,
  fault: null,
});

/** Where on the equator it is noon now. */
const noonAt = (now: number) => {
  const { hours, minutes } = { hours: new Date(now).getUTCHours(), minutes: new Date(now).getUTCMinutes() };
  return { latitude: 5, longitude: Math.round((12 - hours - minutes / 60) * 150) / 10 };
};

/** An inverter of the simulator at noon: the last three hours, of which a string was open in the last hour. */
export function brokenString(sn: string, now: number) {
  const place = noonAt(now);
  const station: FleetStation = {
    name: 'Noon',
    organisation: 'TEST',
    owner: null,
    shared: false,
    type: 'commercial',
    gridType: 'fullFeedIn',
    capacityKw: 9,
    batteryKwh: null,
    timeZone: 'UTC',
    ...place,
    elevation: 0,
    tilt: 10,
    azimuth: 180,
    country: 'ES',
    address: '',
    currency: 'EUR',
    priceBuy: 0.2,
    priceFeedIn: 0.06,
    gridConnectedOn: '2022-03-01',
    climate: { cloudiness: 0, temperature: 20, seasonalSwing: 0 },
    meanLoad: 0,
    devices: [device(sn)],
  };
  const last = Math.floor(now / STEP_MS) * STEP_MS;
  const from = last - 180 * MINUTE_MS;
  const model = createStation(station, from);
  const readings: { ts: number; v: Record<string, number> }[] = [];
  for (let time = from + STEP_MS; time <= last; time += STEP_MS) {
    const isOpen = time > last - 60 * MINUTE_MS;
    const light = stepStation(model, time, () => new Set(isOpen ? (['stringOpen'] as const) : []));
    const { values } = readDevice(model, model.devices[0]!, { light, detail: 'all' });
    const v = Object.fromEntries(KEYS.flatMap((key) => (key in values ? [[key, values[key]!]] : [])));
    readings.push({ ts: time, v });
  }
  return {
    place,
    async send({ url }: RunningServer, secret: string) {
      const response = await fetch(`${url}/api/ingest/v1/${sn}/telemetry`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(readings),
      });
      if (!response.ok) throw new Error(`readings of ${sn} were refused: ${await response.text()}`);
    },
  };
}
