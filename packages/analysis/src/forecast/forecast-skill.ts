/** Sums of squared errors, W², over `n` places. Sums of days add up. */
export interface SquaredErrors {
  n: number;
  forecast: number;
  persistence: number;
}

/** Squared errors of a forecast and of plain persistence where both and the power are known; by night all agree, so it does not count. */
export function squaredErrors({
  power,
  forecast,
  persistence,
  clear,
}: Record<'power' | 'forecast' | 'persistence' | 'clear', Float64Array>): SquaredErrors {
  const sums = { n: 0, forecast: 0, persistence: 0 };
  for (const [place, watts] of power.entries()) {
    const [one, other] = [forecast[place]! - watts, persistence[place]! - watts];
    if (!(clear[place]! > 0) || Number.isNaN(one) || Number.isNaN(other)) continue;
    sums.n += 1;
    sums.forecast += one * one;
    sums.persistence += other * other;
  }
  return sums;
}

/** 1 - RMSE / RMSE of plain persistence: 1 is perfect, 0 no better, below 0 worse. Null where nothing can be compared. */
export const forecastSkill = ({ n, forecast, persistence }: SquaredErrors): number | null =>
  n > 0 && persistence > 0 ? 1 - Math.sqrt(forecast / persistence) : null;
