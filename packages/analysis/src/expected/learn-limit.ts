import { median, quantile } from '../stats/quantile.ts';

/** Shares: how near the top power counts as at it, how much more the light would have given, and of how many lit rows. */
const NEAR = 0.985;
const MORE = 1.06;
const LEAST_ROWS = 24;
const LEAST_SHARE = 0.01;

/**
 * W that a station does not exceed although the light would give more: its inverters, its connection or a lasting set point clip it there. Null where
 * nothing of the kind is seen. `modelled` is before calibration.
 */
export function learnLimit({
  actual,
  modelled,
}: {
  actual: Float64Array;
  modelled: Float64Array;
}): number | null {
  const rows = [...actual.keys()].filter((row) => actual[row]! > 0 && modelled[row]! > 0);
  if (rows.length === 0) return null;
  const top = quantile(
    rows.map((row) => actual[row]!),
    0.995,
  );
  const atTop = rows.filter((row) => actual[row]! > NEAR * top);
  if (atTop.length < Math.max(LEAST_ROWS, LEAST_SHARE * rows.length)) return null;
  // Where nothing holds the station, more light gives more: rows just below the top have as much less of it as of power.
  const ratio = (some: readonly number[]) => median(some.map((row) => actual[row]! / modelled[row]!));
  const below = rows.filter((row) => actual[row]! > 0.75 * top && actual[row]! < 0.92 * top);
  if (below.length < LEAST_ROWS) return null;
  const flat =
    quantile(
      atTop.map((row) => modelled[row]!),
      0.75,
    ) /
    quantile(
      atTop.map((row) => modelled[row]!),
      0.1,
    );
  return ratio(below) > MORE * ratio(atTop) || flat > 1.15 ? top : null;
}
