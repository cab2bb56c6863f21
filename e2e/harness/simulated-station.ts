import type { Call } from '@sunfleet/api-client';
import { makeDevice, makeStation, makeWeather } from '../../apps/simulator/test/small-fleet.ts';
import type { FleetFault } from '../../apps/simulator/fleets/schema.ts';
import { createSecretKeeper } from '../../apps/simulator/src/links/secret-keeper.ts';
import { createFeeds } from '../../apps/simulator/src/run/feeds.ts';
import { createSimulation } from '../../apps/simulator/src/run/simulation.ts';
import { readDevice } from '../../apps/simulator/src/station/read-device.ts';
import type { RunningServer } from './server.ts';

/** A station that the simulator speaks for, as far as it is asked to. */
export interface SimulatedStation {
  id: number;
  inverter: { id: number; sn: string };
  /** Sends what its devices measured up to a time, epoch ms, from where it ended the last time. */
  sendUntil(time: number, faults?: readonly FleetFault[]): Promise<void>;
  close(): Promise<void>;
}

interface Wanted {
  name: string;
  /** Hour of the sun there and now: 12 while it stands highest. */
  sunHour: number;
  /** Where what it measured begins, epoch ms. */
  from: number;
}

const LATITUDE = 2;
const STEP_MS = 5 * 60_000;

/** Makes a station under the sun of an hour, with an inverter of three strings and a weather station that connect by HTTP. */
export async function simulateStation(
  { url }: RunningServer,
  call: Call,
  { name, sunHour, from }: Wanted,
): Promise<SimulatedStation> {
  const now = new Date();
  const hours = now.getUTCHours() + now.getUTCMinutes() / 60;
  const longitude = (((((sunHour - hours) * 15 + 180) % 360) + 360) % 360) - 180;
  const place = { latitude: LATITUDE, longitude };
  const { id } = await call('createStation', {
    body: { name, type: 'commercial', capacityKw: 13.5, tilt: 5, azimuth: 180, timeZone: 'UTC', ...place },
  });
  const register = async (sn: string, kind: 'inverter' | 'weather') =>
    call('addDevice', {
      params: { id },
      body: kind === 'inverter' ? { sn, kind, ratedPower: 12_000, profileId: 'deye-string' } : { sn, kind },
    });
  const [inverter, weather] = [
    await register(`${name.toUpperCase()}INV01`, 'inverter'),
    await register(`${name.toUpperCase()}WEA01`, 'weather'),
  ];
  const devices = [
    makeDevice(inverter.device.sn, { protocol: 'http', secret: inverter.secret, ratedPower: 12_000 }),
    makeWeather(weather.device.sn, { secret: weather.secret }),
  ];
  const fleet = {
    organisations: [],
    stations: [makeStation(devices, { name, tilt: 5, timeZone: 'UTC', ...place })],
  };
  const simulation = createSimulation(fleet, { from, born: from, earlier: undefined, passingFaults: false });
  const feeds = simulation.stations.flatMap((station) =>
    createFeeds(station, {
      gateways: { mqtt: '', http: url, v5: { host: '', port: 0 } },
      secrets: createSecretKeeper(undefined),
      now: Date.now,
      refresh: () => undefined,
      onProblem: (message) => {
        throw new Error(message);
      },
    }),
  );
  let sent = from;
  return {
    id,
    inverter: { id: inverter.device.id, sn: inverter.device.sn },
    async sendUntil(time, faults = []) {
      for (const fault of faults)
        simulation.manual.push({ target: inverter.device.sn, fault, from: sent, until: time });
      for (let at = Math.ceil((sent + 1) / STEP_MS) * STEP_MS; at <= time; at += STEP_MS) {
        for (const one of simulation.stations) simulation.step(one, at);
        for (const { station, device, live } of feeds)
          live!.add(readDevice(station.model, device, { light: station.light, detail: 'all' }));
      }
      await Promise.all(feeds.map(({ live }) => live!.below(0)));
      sent = time;
    },
    async close() {
      await Promise.all(feeds.map((feed) => feed.close()));
    },
  };
}
