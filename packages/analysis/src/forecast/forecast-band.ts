import { quantile } from '../stats/quantile.ts';

/** W; what is exceeded on nine, five and one of ten days like those before. */
export interface ForecastBand {
  p10: Float64Array;
  p50: Float64Array;
  p90: Float64Array;
  /** Whether its width comes of the station's own errors at some place; it is a usual one otherwise. */
  isOwn: boolean;
}

/** So many errors make a tenth. */
const LEAST = 20;
/** Hours around a place are alike. */
const AROUND_MS = 90 * 60_000;
/** Errors by the power of a clear sky where a station has too few of its own: a day ahead of weather that changes. */
const USUAL = { low: -0.35, high: 0.25 };

/**
 * The band around a forecast: its own past errors (`forecastErrors` of days, at the same places) at this hour of the day, else a usual width. The middle is
 * the forecast with the middle error taken off.
 */
export function forecastBand({
  forecast,
  clear,
  errors,
  stepMs,
}: {
  forecast: Float64Array;
  clear: Float64Array;
  errors: readonly ArrayLike<number>[];
  stepMs: number;
}): ForecastBand {
  const column = () => new Float64Array(forecast.length);
  const band = { p10: column(), p50: column(), p90: column(), isOwn: false };
  const around = Math.round(AROUND_MS / stepMs);
  for (const [place, watts] of forecast.entries()) {
    const most = clear[place]!;
    if (!(most > 0)) continue;
    const near = errors.flatMap((day) => {
      const known: number[] = [];
      for (let at = Math.max(0, place - around); at <= Math.min(day.length - 1, place + around); at += 1)
        if (!Number.isNaN(day[at]!)) known.push(day[at]!);
      return known;
    });
    const isOwn = near.length >= LEAST;
    band.isOwn ||= isOwn;
    const at = (error: number) => Math.max(0, watts + error * most);
    band.p50[place] = at(isOwn ? quantile(near, 0.5) : 0);
    band.p10[place] = Math.min(band.p50[place]!, at(isOwn ? quantile(near, 0.1) : USUAL.low));
    band.p90[place] = Math.max(band.p50[place]!, at(isOwn ? quantile(near, 0.9) : USUAL.high));
  }
  return band;
}
