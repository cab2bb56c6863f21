import { LIMITS } from './limits.ts';
import type { DesignVersion, HorizonPoint, StationArray } from './routes/station-designs.ts';
import type { Rule } from './rules.ts';
import { stringFaults } from './string-faults.ts';

/** A rule that a design breaks, with the place in it: `versions.0.arrays.1.name`. */
export interface DesignFault {
  path: string;
  rule: Rule;
}

/** Rounding of shares such as 33.33 % is no fault. */
const SHARE_SLACK = 0.05;

/**
 * What is wrong between the fields of a design: days out of order, too much in all, names twice, arrays that say neither or both, shares that do not sum
 * to 100, rows that lie on each other, a horizon that goes back, strings of arrays or on inputs that there are not.
 */
export function designFaults(versions: readonly DesignVersion[]): DesignFault[] {
  const days = versions.map(({ from }) => from ?? '');
  const ordered = days.every((day, at) => at === 0 || day > days[at - 1]!);
  const order: DesignFault[] = ordered ? [] : [{ path: 'versions', rule: 'designVersionsInvalid' }];
  return [
    ...order,
    ...sizeFaults(versions),
    ...versions.flatMap(({ arrays, horizon, inverters }, at) => [
      ...arraysFaults(arrays, `versions.${at}.arrays`),
      ...horizonFaults(horizon ?? [], `versions.${at}.horizon`),
      ...stringFaults({ arrays, inverters }, `versions.${at}`),
    ]),
  ];
}

/** Every server holds designs in memory. */
function sizeFaults(versions: readonly DesignVersion[]): DesignFault[] {
  const count = (of: (version: DesignVersion) => readonly unknown[]) =>
    versions.reduce((sum, version) => sum + of(version).length, 0);
  const isTooLarge =
    count(({ arrays }) => arrays) > LIMITS.designArrays ||
    count(({ horizon }) => horizon ?? []) > LIMITS.designHorizonPoints ||
    count(({ inverters }) => inverters) > LIMITS.designInverters ||
    count(({ inverters }) => inverters.flatMap(({ inputs }) => inputs)) > LIMITS.designInputs;
  return isTooLarge ? [{ path: 'versions', rule: 'designTooLarge' }] : [];
}

function horizonFaults(horizon: readonly HorizonPoint[], path: string): DesignFault[] {
  const back = horizon.findIndex(({ azimuth }, at) => at > 0 && azimuth <= horizon[at - 1]!.azimuth);
  return back < 0 ? [] : [{ path: `${path}.${back}.azimuth`, rule: 'horizonOrder' }];
}

function arraysFaults(arrays: readonly StationArray[], path: string): DesignFault[] {
  const names = new Set<string>();
  const each = arrays.flatMap((array, at) => arrayFaults(array, names, `${path}.${at}`));
  if (each.length > 0) return each;
  const shared = arrays.filter(({ share }) => share !== null);
  if (shared.length === 0) return [];
  if (shared.length < arrays.length) return [{ path, rule: 'arrayKindsMixed' }];
  const sum = shared.reduce((total, { share }) => total + (share ?? 0), 0);
  return Math.abs(sum - 100) <= SHARE_SLACK ? [] : [{ path, rule: 'sharesSum' }];
}

/** `names`: those of the arrays before it. */
function arrayFaults(array: StationArray, names: Set<string>, path: string): DesignFault[] {
  const faults: DesignFault[] = [];
  const name = array.name.trim().toLowerCase();
  if (names.has(name)) faults.push({ path: `${path}.name`, rule: 'arrayNameTaken' });
  names.add(name);
  const counted = array.module !== null && array.quantity !== null;
  const said = array.module !== null || array.quantity !== null;
  if (array.share === null ? !counted : said)
    faults.push({ path: `${path}.share`, rule: 'arrayKindMissing' });
  if (rowsOverlap(array)) faults.push({ path: `${path}.spacing`, rule: 'rowsOverlap' });
  return faults;
}

/** Whether a row would lie over the next one. */
function rowsOverlap({ slant, spacing, tilt }: StationArray): boolean {
  return slant !== null && spacing !== null && slant * Math.cos((tilt * Math.PI) / 180) > spacing;
}

/** Nameplate of an array in W, by its modules or by its share of the station's power; null where it says neither. */
export function arrayPower(array: StationArray, stationWatts: number): number | null {
  if (array.share !== null) return (stationWatts * array.share) / 100;
  return array.module === null || array.quantity === null ? null : array.module.power * array.quantity;
}
