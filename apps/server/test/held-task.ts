import { expect, vi } from 'vitest';
import { callServer } from './call-server.ts';
import { HYBRID_PROFILE, openHybridLogger } from './hybrid-logger.ts';
import type { ServerProcess } from './server-process.ts';

const DEVICES = 3;
const FIRST_SERIAL = 2_900_882_001;
const PATIENT = { timeout: 60_000, interval: 250 };

interface Home {
  pages: ServerProcess;
  gateway: ServerProcess;
  bearer: string;
}

interface Task {
  id: number;
  state: string;
  last: { devices: Record<string, number> } | null;
}

/** A task that writes a register of simulated devices, in the middle of the first write: that device has done it and never says so. */
export async function beginHeldTask({ pages, gateway, bearer }: Home) {
  const call = <T>(path: string, body?: object) =>
    callServer<T>(pages, { path, bearer, ...(body ? { body } : {}) });
  const place = { type: 'residential', capacityKw: 10, latitude: 48, longitude: 11 };
  const { id: stationId } = await call<{ id: number }>('/stations', { name: 'Held', ...place });
  let written = 0;
  const plants = await Promise.all(
    Array.from({ length: DEVICES }, async (_, n) => {
      const serial = String(FIRST_SERIAL + n);
      const sn = `HELD-${n}`;
      await call(`/stations/${stationId}/devices`, { sn: serial, kind: 'logger' });
      const hybrid = { sn, kind: 'hybrid', parentSn: serial, profileId: HYBRID_PROFILE };
      const { device } = await call<{ device: { id: number } }>(`/stations/${stationId}/devices`, hybrid);
      const { settings, logger } = openHybridLogger({
        port: gateway.ports.v5,
        serial,
        sn,
        fault(writes) {
          if (writes) written += 1;
          return writes && written === 1 ? 'answersNever' : undefined;
        },
      });
      await vi.waitFor(() => logger.upload(), PATIENT);
      return { deviceId: device.id, settings, logger };
    }),
  );
  const of = { code: 'RESERVE', name: 'Reserve' };
  const write = { ...of, fn: 16, address: 117, data: '001E', dangerous: false };
  const { id: instructionId } = await call<{ id: number }>('/instructions', write);
  const set = await call<{ id: number }>('/instruction-sets', { ...of, steps: [{ instructionId }] });
  const { id } = await call<{ id: number }>('/tasks', {
    name: 'Reserve',
    instructionSetId: set.id,
    target: { deviceIds: plants.map(({ deviceId }) => deviceId) },
    schedule: { kind: 'now' },
    timeZone: 'UTC',
    window: null,
    concurrency: 1,
  });
  await vi.waitFor(() => expect(written).toBe(1), PATIENT);
  return {
    writes: () => written,
    /** Reserves that the devices hold. */
    held: () => plants.map(({ settings }) => settings['battery.reserve']),
    /** Whoever suspends and resumes a task has the servers look for its devices at once. */
    async goOn() {
      for (const order of ['suspend', 'resume'])
        await callServer(pages, { path: `/tasks/${id}/${order}`, body: {}, bearer });
    },
    async read() {
      const { rows } = await call<{ rows: Task[] }>(`/tasks?id=${id}`);
      return rows[0];
    },
    close: () => plants.forEach(({ logger }) => logger.close()),
  };
}
