import type { Call } from '@sunfleet/api-client';
import type { RunningServer } from './server.ts';

export interface MadeStation {
  id: number;
  name: string;
  sn: string;
  /** Sends a reading of its inverter, of now unless a time is named. */
  push: (values: Record<string, number>, at?: number) => Promise<void>;
}

let made = 0;

/** A station with an inverter that reports, made by whoever calls. */
export async function makeStation(server: RunningServer, call: Call, name: string): Promise<MadeStation> {
  made += 1;
  const sn = `JRN${String(made).padStart(7, '0')}`;
  const place = { latitude: 48 + made / 10, longitude: 11 + made / 10 };
  const { id } = await call('createStation', {
    body: { name, type: 'commercial', capacityKw: 100, ...place },
  });
  const { secret } = await call('addDevice', {
    params: { id },
    body: { sn, kind: 'inverter', ratedPower: 100_000 },
  });
  const push = pushOf(server, sn, secret);
  await push({ 'ac.power': 40_000 + made * 1000 });
  return { id, name, sn, push };
}

/** Sends readings of a device by its secret. */
export function pushOf(server: RunningServer, sn: string, secret: string): MadeStation['push'] {
  return async (values, at = Date.now()) => {
    const response = await fetch(`${server.url}/api/ingest/v1/${sn}/telemetry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ts: at, v: values }),
    });
    if (!response.ok) throw new Error(`a reading of ${sn} was refused: ${await response.text()}`);
  };
}
