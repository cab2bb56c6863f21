/** From so many dBm on a signal has as many bars as its place in the list tells, the most first. */
const BARS_FROM_DBM = [-65, -75, -85] as const;

/** Loggers tell quality in percent, by the scale that WiFi drivers use: nothing at -100 dBm, all at -50 dBm. */
export const dbmOf = (percent: number): number => Math.round(percent / 2 - 100);

/** One to four bars. */
export function barsOf(percent: number): number {
  const dbm = dbmOf(percent);
  const at = BARS_FROM_DBM.findIndex((least) => dbm >= least);
  return at === -1 ? 1 : 4 - at;
}
