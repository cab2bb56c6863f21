import type { ModbusRead } from '../modbus/rtu.ts';
import { packSpans } from './pack-spans.ts';
import type { Profile } from './schema.ts';

/** The fewest reads that fetch parameters within the device's limits, each with the keys that it fetches. */
export function planParameterReads(
  profile: Profile,
  { keys, slave }: { keys: readonly string[]; slave?: number },
): { read: ModbusRead; keys: string[] }[] {
  const unit = slave ?? profile.modbus.slaveDefault;
  const wanted = profile.writes.filter(({ key }) => keys.includes(key));
  return ([3, 4] as const).flatMap((fn) => {
    const own = wanted.filter(({ readFn }) => readFn === fn).toSorted((a, b) => a.addr - b.addr);
    const spans = own.map(({ addr }) => ({ from: addr, to: addr }));
    return packSpans(spans, profile.modbus).map(({ from, to }) => ({
      read: { slave: unit, fn, addr: from, count: to - from + 1 },
      keys: own.filter(({ addr }) => addr >= from && addr <= to).map(({ key }) => key),
    }));
  });
}
