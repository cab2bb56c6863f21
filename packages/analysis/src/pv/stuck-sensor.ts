/** Readings of light that do not change in daylight for so long come of a sensor that hangs: the sky never stands still. */
export const STUCK_MS = 3_600_000;

/** W/m2 by which two readings of a sensor that hangs may differ once they are means. */
const NOISE = 0.01;

export const isSameReading = (one: number, other: number): boolean => Math.abs(one - other) <= NOISE;

/** Which readings are of a sensor that hangs; by night all sensors say the same. Null: no reading, which ends no run. */
export function stuckReadings(
  readings: readonly (number | null)[],
  { isDay, stepMs }: { isDay: (index: number) => boolean; stepMs: number },
): boolean[] {
  const stuck = readings.map(() => false);
  let run: number[] = [];
  const close = () => {
    if ((run.length - 1) * stepMs >= STUCK_MS) for (const index of run) stuck[index] = true;
    run = [];
  };
  for (const [index, reading] of readings.entries()) {
    if (reading === null) continue;
    const last = run.at(-1);
    if (!isDay(index)) close();
    else if (last !== undefined && isSameReading(reading, readings[last]!)) run.push(index);
    else {
      close();
      run = [index];
    }
  }
  close();
  return stuck;
}
