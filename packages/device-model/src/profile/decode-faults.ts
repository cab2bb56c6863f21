import type { FaultLevel, Profile, ProfileFault } from './schema.ts';

export interface ActiveFault {
  /** The maker's own code. */
  code: string;
  level: FaultLevel;
  textKey: string;
  point: string;
  bit: number | undefined;
  value: number | undefined;
}

/** Faults that a device's fault words name as present. */
export function decodeFaults(profile: Profile, values: Readonly<Record<string, number>>): ActiveFault[] {
  return profile.faults.filter((fault) => isActive(fault, values[fault.point])).map(toActive);
}

function isActive(fault: ProfileFault, word: number | undefined): boolean {
  if (word === undefined) return false;
  if (fault.bit !== undefined) return Math.floor(word / 2 ** fault.bit) % 2 === 1;
  return fault.value === word;
}

function toActive({ code, level, textKey, point, bit, value }: ProfileFault): ActiveFault {
  return { code, level, textKey, point, bit, value };
}
