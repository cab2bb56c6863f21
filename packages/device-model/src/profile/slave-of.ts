import type { Profile } from './schema.ts';

/** The attribute that holds a device's Modbus address on the line behind its logger. */
export const SLAVE_ATTRIBUTE = 'slave';

/** The address that somebody wrote down; undefined: none, or none that a device may have. */
export function toldSlave(attributes: Readonly<Record<string, string>>): number | undefined {
  const told = Number(attributes[SLAVE_ATTRIBUTE]);
  return Number.isInteger(told) && told >= 1 && told <= 247 ? told : undefined;
}

/** Modbus address of a device behind a logger: the one that somebody wrote down, else the profile's. */
export function slaveOf(attributes: Readonly<Record<string, string>>, profile: Profile): number {
  return toldSlave(attributes) ?? profile.modbus.slaveDefault;
}
