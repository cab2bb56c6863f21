import type { ModbusWrite } from '../modbus/rtu.ts';
import type { Profile, ProfileWrite } from './schema.ts';

export type WriteRefusal = 'unknown-key' | 'out-of-range' | 'off-step';

/** Why a value cannot be written to a device of this family. */
export class WriteError extends Error {
  readonly reason: WriteRefusal;

  constructor(reason: WriteRefusal, key: string) {
    super(`${key}: ${reason}`);
    this.name = 'WriteError';
    this.reason = reason;
  }
}

/**
 * The request that sets a value, in the unit the profile names for it. Throws `WriteError` for what the profile does not let
 * be written.
 */
export function planWrite(
  profile: Profile,
  { key, value, slave }: { key: string; value: number; slave?: number },
): ModbusWrite {
  const write = profile.writes.find((candidate) => candidate.key === key);
  if (!write) throw new WriteError('unknown-key', key);
  if (!(value >= write.min && value <= write.max)) throw new WriteError('out-of-range', key);
  if (!isOnStep(write, value)) throw new WriteError('off-step', key);
  const word = Math.round(value / write.scale) & 0xffff;
  return { slave: slave ?? profile.modbus.slaveDefault, fn: write.fn, addr: write.addr, words: [word] };
}

function isOnStep({ min, step }: ProfileWrite, value: number): boolean {
  const steps = (value - min) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9;
}
