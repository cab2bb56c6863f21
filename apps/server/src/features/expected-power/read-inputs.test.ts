import { expect, test } from 'vitest';
import { PeerBook } from './peers.ts';
import { readInputs } from './read-inputs.ts';

const placeOf = (id: number, east: number) => ({ id, latitude: 48, longitude: 11 + east / 100_000 });

test('the nearest five of many neighbours are asked, nearest first', () => {
  const places = Array.from({ length: 1000 }, (_, id) => placeOf(id + 1, (id * 7919) % 1000));
  const book = new PeerBook(places, new Map(places.map(({ id }) => [id, '/1/'])));
  const byPlace = places.toSorted((one, other) => one.longitude - other.longitude).map(({ id }) => id);
  expect(book.of(placeOf(byPlace[0]!, 0))).toEqual(byPlace.slice(1, 6));
  expect(book.of(placeOf(byPlace[999]!, 999))).toEqual(byPlace.slice(-6, -1).toReversed());
});

test('others have their turn while neighbours are looked for', async () => {
  const stations = [1, 2, 3, 4, 5].map((id) => ({ ...placeOf(id, id), timeZone: 'UTC' }));
  let rounds = 0;
  let counting = true;
  const count = () => setImmediate(() => ((rounds += 1), counting && count()));
  const seen: number[] = [];
  const slowly = () => {
    const until = performance.now() + 6;
    while (performance.now() < until);
    seen.push(rounds);
    return [];
  };
  const samples = { columns: () => Promise.resolve({}) };
  count();
  await readInputs(
    { samples, peers: { of: slowly }, weather: undefined } as unknown as Parameters<typeof readInputs>[0],
    stations.map((station) => ({ station, from: 0, to: 3_600_000 })) as never,
  );
  counting = false;
  expect(new Set(seen).size).toBe(5);
});
