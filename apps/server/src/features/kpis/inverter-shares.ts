interface Rated {
  id: number;
  /** W */
  ratedPower: number | null;
}

/**
 * The part of a station's DC nameplate, kW, that hangs on each of its inverters: by their rated powers where those of all are known, else the same on
 * each. Together they are the station's.
 */
export function inverterShares(capacityKw: number, inverters: readonly Rated[]): ReadonlyMap<number, number> {
  const isRated = inverters.every(({ ratedPower }) => ratedPower !== null && ratedPower > 0);
  const weightOf = ({ ratedPower }: Rated) => (isRated ? ratedPower! : 1);
  const all = inverters.reduce((sum, inverter) => sum + weightOf(inverter), 0);
  return new Map(inverters.map((inverter) => [inverter.id, (capacityKw * weightOf(inverter)) / all]));
}
