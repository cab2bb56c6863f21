import type { ModbusWrite } from '../modbus/rtu.ts';
import { parameterWord } from './parameter-word.ts';
import type { Profile, ProfileWrite } from './schema.ts';

export type WriteRefusal = 'unknown-key' | 'out-of-range' | 'off-step' | 'no-choice';

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
  const refusal = refusedValue(write, value);
  if (refusal) throw new WriteError(refusal, key);
  const words = [parameterWord(write, value)];
  return { slave: slave ?? profile.modbus.slaveDefault, fn: write.fn, addr: write.addr, words };
}

/** Why a parameter does not take a value; undefined: it does. */
export function refusedValue(
  { choices, min, max, step }: Pick<ProfileWrite, 'choices' | 'min' | 'max' | 'step'>,
  value: number,
): WriteRefusal | undefined {
  if (choices) return Object.hasOwn(choices, String(value)) ? undefined : 'no-choice';
  if (!(value >= min && value <= max)) return 'out-of-range';
  const steps = (value - min) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9 ? undefined : 'off-step';
}
