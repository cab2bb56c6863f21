import type { IntervalEnergies, RevenuePart } from './revenue.ts';

export type GridType = 'fullFeedIn' | 'selfConsumption' | 'zeroExport' | 'offGrid';

/**
 * What follows from how a station is connected where nobody measures it: one that feeds all in has fed in what it produced, one without
 * export has fed in nothing. `without` names the parts that such a station does not have.
 */
export function settleByGridType(
  intervals: IntervalEnergies,
  gridType: GridType | null,
): { intervals: IntervalEnergies; without: RevenuePart[] } {
  const nothing = () => new Float64Array(intervals.starts.length);
  if (gridType === 'fullFeedIn') {
    const { pv, export: measured, import: bought } = intervals;
    const settled = { ...intervals, export: measured ?? pv };
    return { intervals: settled, without: bought ? ['selfUse'] : ['selfUse', 'import'] };
  }
  if (gridType === 'zeroExport')
    return { intervals: { ...intervals, export: intervals.export ?? nothing() }, without: ['feedIn'] };
  if (gridType === 'offGrid')
    return {
      intervals: { ...intervals, export: nothing(), import: nothing() },
      without: ['feedIn', 'import'],
    };
  return { intervals, without: [] };
}
