import { profileById } from '@sunfleet/device-model';
import type { AnswerFault } from '../../simulator/src/links/answer-faults.ts';
import { createV5Logger } from '../../simulator/src/links/v5-logger.ts';

/** The family of the device behind it. */
export const HYBRID_PROFILE = 'deye-hybrid-3p';

interface HybridLogger {
  port: number;
  /** Of the logger. */
  serial: string;
  /** Of the hybrid inverter behind it. */
  sn: string;
  fault: (writes: boolean) => AnswerFault | undefined;
}

/** A simulated logger with a hybrid inverter behind it, in which parameters can be set. */
export function openHybridLogger({ port, serial, sn, fault }: HybridLogger) {
  /** What somebody set in it, by parameter. */
  const settings: Record<string, number> = {};
  const hybrid = {
    sn,
    slave: 1,
    profile: profileById(HYBRID_PROFILE)!,
    texts: {},
    settings,
    layout: undefined,
    read: () => ({ 'ac.power': 2600 }),
  };
  const logger = createV5Logger({
    host: '127.0.0.1',
    port,
    sn: serial,
    model: 'LSW-3',
    devices: [hybrid],
    uploadSeconds: 60,
    signal: () => 77,
    now: Date.now,
    fault,
  });
  return { settings, logger };
}
