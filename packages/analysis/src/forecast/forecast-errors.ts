/** Real power less the forecast by that of a clear sky, place by place; NaN where one of them is unknown and by night. */
export function forecastErrors({
  power,
  forecast,
  clear,
}: {
  power: Float64Array;
  forecast: Float64Array;
  clear: Float64Array;
}): Float64Array {
  return power.map((watts, place) =>
    watts >= 0 && clear[place]! > 0 ? (watts - forecast[place]!) / clear[place]! : NaN,
  );
}
