import type { ModbusRead } from '../modbus/rtu.ts';
import { SUNSPEC_BASE, SUNSPEC_SPAN } from '../sunspec/chain.ts';
import type { Profile, ProfilePoint } from './schema.ts';
import { addressesOf, functionOf } from './words.ts';

export type PointGroupName = ProfilePoint['group'];

/** The fewest reads that fetch the points of the groups within the device's limits. */
export function planReads(
  profile: Profile,
  { groups, slave }: { groups: readonly PointGroupName[]; slave?: number },
): ModbusRead[] {
  const unit = slave ?? profile.modbus.slaveDefault;
  if (profile.sunspec)
    return split(
      { slave: unit, fn: profile.modbus.fn, from: SUNSPEC_BASE, to: SUNSPEC_BASE + SUNSPEC_SPAN - 1 },
      profile,
    );
  const wanted = profile.points.filter((point) => groups.includes(point.group));
  return ([3, 4] as const).flatMap((fn) =>
    runs(addressesWanted(profile, wanted, fn), profile.modbus.maxGap).flatMap(([from, to]) =>
      split({ slave: unit, fn, from, to }, profile),
    ),
  );
}

function addressesWanted(profile: Profile, points: readonly ProfilePoint[], fn: 3 | 4): number[] {
  const own = points.filter((point) => functionOf(profile, point) === fn);
  const addresses = own.flatMap((point) => [
    ...addressesOf(point),
    ...(point.signBy ? [point.signBy.addr] : []),
  ]);
  return [...new Set(addresses)].toSorted((a, b) => a - b);
}

function runs(addresses: readonly number[], maxGap: number): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (const addr of addresses) {
    const last = found.at(-1);
    if (last && addr - last[1] - 1 <= maxGap) last[1] = addr;
    else found.push([addr, addr]);
  }
  return found;
}

interface Span {
  slave: number;
  fn: 3 | 4;
  from: number;
  to: number;
}

function split({ slave, fn, from, to }: Span, profile: Profile): ModbusRead[] {
  const reads: ModbusRead[] = [];
  for (let addr = from; addr <= to; addr += profile.modbus.maxRegs) {
    reads.push({ slave, fn, addr, count: Math.min(profile.modbus.maxRegs, to - addr + 1) });
  }
  return reads;
}
