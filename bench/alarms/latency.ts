import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { profileById } from '@sunfleet/device-model';
import { DEMO_FLEET_FILE } from '../../apps/simulator/fleets/make-demo-fleet.ts';
import type { Fleet, FleetDevice } from '../../apps/simulator/fleets/schema.ts';
import { ADMINISTRATOR, signInAdministrator } from '../administrator.ts';
import { startBenchServer } from '../bench-server.ts';
import type { Bench } from '../figure.ts';
import { quantile } from '../quantile.ts';
import { connectDevice, publishTo } from '../query/mqtt-packets.ts';

const SAMPLES = 60;
/** Of these a station has one alarm, of its grid. */
const OF_GRID = /\.grid/;
const PAUSE_MS = 150;
const LONGEST_MS = 20_000;

interface Told {
  /** Code of the organisation of its topics. */
  organisation: string;
  device: FleetDevice;
  values: Record<string, number>;
}

/** From a device's publish of a fault to the alarm in a browser's stream; publishing comes before storing. */
export const latencyBench: Bench = {
  names: ['alarms.latency'],
  async run(_wanted, tell) {
    const abort = new AbortController();
    const server = await startBenchServer({
      SUNFLEET_ADMIN_PASSWORD: ADMINISTRATOR.password,
      SUNFLEET_DEMO: 'on',
    });
    try {
      const bearer = await signInAdministrator(server);
      const heard = new Map<string, number>();
      const listening = listen(`${server.url}/api/live`, { bearer, heard, signal: abort.signal });
      const delays: number[] = [];
      for (const { organisation, device, values } of await faultyDevices()) {
        const socket = await connectDevice(server.ports.mqtt, { sn: device.sn, secret: device.secret! });
        await wait(PAUSE_MS);
        const sent = Date.now();
        publishTo(socket, {
          topic: `pv/v1/${organisation}/${device.sn}/up/telemetry`,
          id: 1,
          payload: { ts: sent, v: values },
        });
        while (!heard.has(device.sn) && Date.now() - sent < LONGEST_MS) await wait(2);
        const at = heard.get(device.sn);
        if (at === undefined) throw new Error(`no alarm of ${device.sn} within ${LONGEST_MS / 1000} s`);
        delays.push(at - sent);
        socket.destroy();
      }
      abort.abort();
      await listening;
      tell({ name: 'alarms.latency', value: quantile(delays, 0.99), unit: 'ms' });
    } finally {
      abort.abort();
      await server.stop();
    }
  },
};

async function faultyDevices(): Promise<Told[]> {
  const fleet = JSON.parse(await readFile(DEMO_FLEET_FILE, 'utf8')) as Fleet;
  return fleet.stations
    .flatMap(({ organisation, devices }) => devices.map((device) => ({ organisation, device })))
    .flatMap(({ organisation, device }): Told[] => {
      const fault =
        device.profileId === null
          ? undefined
          : profileById(device.profileId)?.faults.find(({ textKey }) => !OF_GRID.test(textKey));
      if (device.protocol !== 'mqtt' || !fault || fault.bit === undefined) return [];
      return [{ organisation, device, values: { 'ac.power': 100, [fault.point]: (1 << fault.bit) >>> 0 } }];
    })
    .slice(0, SAMPLES);
}

async function listen(
  url: string,
  { bearer, heard, signal }: { bearer: string; heard: Map<string, number>; signal: AbortSignal },
): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${bearer}` }, signal });
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for await (const chunk of response.body!) {
      const now = Date.now();
      const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events.filter((one) => one.includes('"textKey"'))) {
        const sn = /"sn":"([^"]+)"/.exec(event)?.[1] ?? '';
        heard.set(sn, heard.get(sn) ?? now);
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
