/**
 * Samples by time, each time once. They come from the store sorted within each of its parts, mostly out of one alone, so that
 * looking through them is cheaper than having them sorted there. Undefined where a time has two values: only the store knows which one came last.
 */
export function inOrder<V>(
  times: readonly number[],
  values: readonly V[],
): { times: number[]; values: V[] } | undefined {
  if (isAscending(times)) return { times: [...times], values: [...values] };
  const places = times.map((_, place) => place).sort((a, b) => times[a]! - times[b]!);
  const isAgain = (place: number, n: number) => n > 0 && times[place] === times[places[n - 1]!];
  if (places.some((place, n) => isAgain(place, n) && values[place] !== values[places[n - 1]!]))
    return undefined;
  const once = places.filter((place, n) => !isAgain(place, n));
  return { times: once.map((place) => times[place]!), values: once.map((place) => values[place]!) };
}

function isAscending(times: readonly number[]): boolean {
  for (let place = 1; place < times.length; place += 1) {
    if (times[place]! <= times[place - 1]!) return false;
  }
  return true;
}
