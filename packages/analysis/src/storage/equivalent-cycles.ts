/**
 * Equivalent full cycles of a battery: what it gave by what it holds when new. Throughput form with the discharged energy alone, so that losses do not
 * count as wear. Both kWh; null where one of them is not known. Source: the usual definition of cycles in terms of discharged throughput, as in
 * warranties that name energy by usable capacity.
 */
export function equivalentCycles(dischargedKwh: number | null, nominalKwh: number | null): number | null {
  if (dischargedKwh === null || nominalKwh === null || !(nominalKwh > 0)) return null;
  return dischargedKwh / nominalKwh;
}
