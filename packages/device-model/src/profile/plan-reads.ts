import type { ModbusRead } from '../modbus/rtu.ts';
import { discoverSunSpec, planSunSpecReads } from '../sunspec/plan.ts';
import { packSpans, type Span } from './pack-spans.ts';
import type { RegisterImage } from './register-image.ts';
import type { Profile, ProfilePoint } from './schema.ts';
import { addressesOf, functionOf } from './words.ts';

export type PointGroupName = ProfilePoint['group'];

export interface ReadPlan {
  groups: readonly PointGroupName[];
  /** Unit id; the profile's own by default. */
  slave?: number;
  /** What is known of the device so far. SunSpec devices are planned by the models that it holds. */
  image?: RegisterImage;
}

/**
 * The fewest reads that fetch the points of the groups within the device's limits. Registers of one point are never split
 * over two reads: a counter that moves between them would come out wrong.
 */
export function planReads(profile: Profile, { groups, slave, image }: ReadPlan): ModbusRead[] {
  const unit = slave ?? profile.modbus.slaveDefault;
  if (profile.sunspec) return planSunSpecReads(profile.modbus, { slave: unit, image });
  const wanted = profile.points.filter((point) => groups.includes(point.group));
  return ([3, 4] as const).flatMap((fn) => {
    const own = wanted.filter((point) => functionOf(profile, point) === fn);
    const spans = own.flatMap(spansOf).toSorted((a, b) => a.from - b.from || a.to - b.to);
    return packSpans(spans, profile.modbus).map(({ from, to }) => ({
      slave: unit,
      fn,
      addr: from,
      count: to - from + 1,
    }));
  });
}

/**
 * The reads of a poll, one after another: load each answer into the image before taking the next, because a device that
 * describes itself (SunSpec) decides by its answers what is read next. For all others the same as `planReads`.
 */
export function* readSteps(
  profile: Profile,
  plan: ReadPlan & { image: RegisterImage },
): Generator<ModbusRead> {
  if (profile.sunspec) {
    const slave = plan.slave ?? profile.modbus.slaveDefault;
    yield* discoverSunSpec(profile.modbus.fn, { slave, image: plan.image });
  }
  yield* planReads(profile, plan);
}

function spansOf(point: ProfilePoint): Span[] {
  const addresses = addressesOf(point);
  const scattered = point.highAddr !== undefined;
  const own = scattered
    ? addresses.map((addr) => ({ from: addr, to: addr }))
    : [{ from: Math.min(...addresses), to: Math.max(...addresses) }];
  const { signBy, scaleBy } = point;
  const helpers = [signBy, scaleBy].filter((helper) => helper !== undefined);
  return [...own, ...helpers.map(({ addr }) => ({ from: addr, to: addr }))];
}
