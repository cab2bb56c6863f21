import type { Call } from '@sunfleet/api-client';
import { expect } from 'vitest';
import { HYBRID_PROFILE, openHybridLogger } from '../../apps/server/test/hybrid-logger.ts';
import type { AnswerFault } from '../../apps/simulator/src/links/answer-faults.ts';
import type { V5Logger } from '../../apps/simulator/src/links/v5-logger.ts';
import type { RunningServer } from './server.ts';

/** A hybrid inverter behind a simulated logger that dials in and answers reads and writes. */
export interface OperatedPlant {
  stationId: number;
  deviceId: number;
  /** What somebody set in it, by parameter. */
  settings: Record<string, number>;
  logger: V5Logger;
}

/** Registers both at a new station, dials in, and confirms the connection. */
export async function openPlant(
  { ports }: RunningServer,
  call: Call,
  { serial, name, fault }: { serial: number; name: string; fault?: AnswerFault },
): Promise<OperatedPlant> {
  const body = { name, type: 'residential', capacityKw: 10, latitude: 48, longitude: 11 } as const;
  const { id: stationId } = await call('createStation', { body });
  const params = { id: stationId };
  const sn = `HYB${serial}`;
  const parentSn = String(serial);
  const { device: stick } = await call('addDevice', { params, body: { sn: parentSn, kind: 'logger' } });
  const hybrid = { sn, kind: 'hybrid', parentSn, profileId: HYBRID_PROFILE } as const;
  const { device } = await call('addDevice', { params, body: hybrid });
  const { settings, logger } = openHybridLogger({
    port: ports.v5,
    serial: parentSn,
    sn,
    // Reads are answered as they should be.
    fault: (writes) => (writes ? fault : undefined),
  });
  await logger.upload();
  const connection = () => call('getDeviceConnection', { params: { id: stick.id } });
  await expect.poll(connection).toMatchObject({ open: true });
  const { doubt, network } = (await connection())!;
  if (doubt && network) await call('trustDeviceConnection', { params: { id: stick.id }, body: { network } });
  return { stationId, deviceId: device.id, settings, logger };
}
