/**
 * Samples by time, each time once. They come from the store sorted within each of its parts, mostly out of one alone, so that
 * looking through them is cheaper than having them sorted there.
 */
export function inOrder<V>(times: readonly number[], values: readonly V[]): { times: number[]; values: V[] } {
  if (isAscending(times)) return { times: [...times], values: [...values] };
  const places = times.map((_, place) => place).sort((a, b) => times[a]! - times[b]!);
  const once = places.filter((place, n) => n === 0 || times[place] !== times[places[n - 1]!]);
  return { times: once.map((place) => times[place]!), values: once.map((place) => values[place]!) };
}

function isAscending(times: readonly number[]): boolean {
  for (let place = 1; place < times.length; place += 1) {
    if (times[place]! <= times[place - 1]!) return false;
  }
  return true;
}
