/** A device's energy register: what it shows is cut to its resolution; what it has counted is not. */
export interface Counter {
  /** kWh over its life. */
  total: number;
  /** kWh since the device's own midnight. */
  day: number;
}

/** Adds the energy of a step at constant power; `fraction` of it lies after midnight when a day border was crossed. */
export function count(
  counter: Counter,
  watts: number,
  step: { seconds: number; fraction: number | null },
): void {
  const kwh = (Math.max(0, watts) * step.seconds) / 3_600_000;
  counter.total += kwh;
  counter.day = step.fraction === null ? counter.day + kwh : kwh * step.fraction;
}

/** What the register shows: whole steps of its resolution, cut. */
export function shown(kwh: number, resolution: number): number {
  return Math.floor(kwh / resolution + 1e-9) * resolution;
}

/**
 * Share of a step that lies behind the device's midnight; null when no midnight lies in it.
 * @param before, after local clock times of the device written as if they were UTC, epoch milliseconds
 */
export function midnightIn(before: number, after: number): number | null {
  const day = 86_400_000;
  const midnight = Math.floor(after / day) * day;
  return before < midnight && after > before ? (after - midnight) / (after - before) : null;
}
