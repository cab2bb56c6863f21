import { type Call, signIn } from '@sunfleet/api-client';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { createHttpUplink } from '../links/http-uplink.ts';
import { PLANTS } from './plants.ts';
import type { RecordedArray, RecordedPlant } from './recorded-plant.ts';
import type { ReplayOptions } from './replay-options.ts';
import { sendRecorded, type Recording, type SendResult } from './send-recorded.ts';
import { shiftDays, timelineOf } from './timeline.ts';

export interface ReplayHooks {
  now(): number;
  say(message: string): void;
}

/** Reads a recording, builds its station through the API and sends the data through the HTTP gateway. */
export async function replay(options: ReplayOptions, { now, say }: ReplayHooks): Promise<SendResult> {
  const folder = path.join(options.dataFolder, options.plant);
  if (!existsSync(folder)) {
    throw new Error(`There is no recorded data at ${folder}. Name the folder with SUNFLEET_DATA or --data.`);
  }
  const plant = PLANTS[options.plant](options.dataFolder);
  const { account, password } = options;
  const { call } = await signIn({ url: options.api }, { account, password });
  const { rows } = await call('listStations', { query: { pageSize: 100, q: plant.station.name } });
  const taken = rows.map((row) => row.name);
  const name = freeName(plant.station.name, taken);
  const { id: stationId } = await call('createStation', { body: { ...plant.station, name } });
  if (plant.arrays) await call('setStationDesign', designOf(stationId, plant.arrays));
  say(`Station "${name}" (${stationId}) with ${plant.devices.length} devices.`);
  const days = shiftDays(plant, options.shift, now());
  const recordings = await addDevices(call, { plant, stationId, days, url: options.api });
  return sendRecorded(recordings, { speed: options.speed, now, say });
}

/** The arrays as they have been from the beginning; what the recording does not tell stays open. */
const designOf = (id: number, arrays: readonly RecordedArray[]) => ({
  params: { id },
  body: {
    revision: 0,
    versions: [
      {
        from: null,
        arrays: arrays.map((array) => ({
          ...array,
          module: { ...array.module, temperatureCoefficient: null },
          series: null,
          share: null,
          height: null,
          spacing: null,
          albedo: null,
          bifacial: null,
        })),
      },
    ],
  },
});

/** The name, with a number behind it when an earlier replay took it. */
function freeName(name: string, taken: readonly string[]): string {
  const free = (candidate: string) => !taken.includes(candidate);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`;
    if (free(candidate)) return candidate;
  }
}

interface NewStation {
  plant: RecordedPlant;
  stationId: number;
  days: number;
  url: string;
}

async function addDevices(call: Call, { plant, stationId, days, url }: NewStation): Promise<Recording[]> {
  const recordings: Recording[] = [];
  for (const device of plant.devices) {
    const sn = `R${stationId}-${device.code}`;
    const { kind, manufacturer, model, ratedPower } = device;
    const { secret } = await call('addDevice', {
      params: { id: stationId },
      body: { sn, kind, manufacturer, model, ratedPower },
    });
    const readings = timelineOf(device, plant.station.timeZone, days);
    recordings.push({ sn, uplink: createHttpUplink({ url, sn, secret: () => secret }), readings });
  }
  return recordings;
}
