import type { Profile } from './schema.ts';

/** Modbus address of a device behind a logger: its attribute `slave`, else the profile's. */
export function slaveOf(attributes: Readonly<Record<string, string>>, profile: Profile): number {
  const told = Number(attributes['slave']);
  return Number.isInteger(told) && told >= 1 && told <= 247 ? told : profile.modbus.slaveDefault;
}
