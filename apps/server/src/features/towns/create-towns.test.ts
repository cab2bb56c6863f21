import { expect, test } from 'vitest';
import { createTowns } from './create-towns.ts';
import { elevationOf } from './elevation-of.ts';
import { packTowns, unpackTowns } from './town-file.ts';
import { makeGrid } from './town-grid.ts';
import { townOf } from './town-of.ts';

const towns = createTowns();
const site = (
  latitude: number,
  longitude: number,
  country: string | null,
  address: string | null = null,
) => ({
  latitude,
  longitude,
  country,
  address,
});
const placeOf = async (...of: Parameters<typeof site>) => (await towns.ofSites([site(...of)]))[0];

test('the shipped towns name a site in the language of the reader', async () => {
  expect(await placeOf(48.137, 11.575, 'DE')).toMatchObject({
    name: 'Munich',
    region: 'Bavaria',
    names: { 'de-DE': ['München', 'Bayern'], 'zh-CN': ['慕尼黑', '巴伐利亚'] },
  });
  expect(await placeOf(30.3, 120.1, 'CN')).toMatchObject({
    name: 'Hangzhou',
    names: { 'zh-CN': ['杭州', '浙江省'] },
  });
});

test('the edge of a large town is nearer than the middle of a village beside it', async () => {
  expect((await placeOf(48.2, 11.55, 'DE'))?.name).toBe('Munich');
});

test('a town in the address outdoes a nearer one, its street does not, and a far one of the name neither', async () => {
  expect((await placeOf(48.27, 11.6, 'DE', 'Münchner Str. 5, 85748 Garching bei München'))?.name).toBe(
    'Garching bei München',
  );
  expect((await placeOf(48.137, 11.575, 'DE', 'Dachau Straße 3, München, Germany'))?.name).toBe('Munich');
  expect((await placeOf(48.137, 11.575, 'DE', 'Hamburg'))?.name).toBe('Munich');
});

test('a town over the border is none of the site’s, and far from all towns there is none', async () => {
  expect((await placeOf(47.6, 7.6, 'DE'))?.country).toBe('DE');
  expect(await placeOf(0, -30, null)).toBeUndefined();
});

test('others have their turn while places of a table are looked up where thousands of towns are', async () => {
  const dense = Array.from({ length: 400 }, (_, at) =>
    site(46.5 + (at % 70) / 200, 9.5 + (at % 71) / 200, null, 'a,'.repeat(120)),
  );
  const turnsWhile = async (work: () => Promise<unknown>): Promise<number> => {
    let [turns, over] = [0, false];
    const count = () => {
      turns += 1;
      if (!over) setImmediate(count);
    };
    setImmediate(count);
    await work();
    over = true;
    return turns;
  };
  await towns.elevations([]);
  expect(await turnsWhile(() => towns.elevations(dense))).toBeGreaterThan(3);
  expect(await turnsWhile(() => towns.ofSites(dense.slice(0, 100)))).toBeGreaterThan(3);
});

test('the height of a place is that of the towns around it, unless these differ too much or are far', async () => {
  const [munich, davos, atlantic] = await towns.elevations([
    { latitude: 48.137, longitude: 11.575 },
    { latitude: 46.8, longitude: 9.83 },
    { latitude: 0, longitude: -30 },
  ]);
  expect(munich).toBeGreaterThan(490);
  expect(munich).toBeLessThan(550);
  expect([davos === undefined || davos > 1_300, atlantic]).toEqual([true, undefined]);
  const at = (elevation: number | undefined, latitude: number) =>
    ({ name: 'T', region: null, country: 'DE', latitude, longitude: 10, population: 1, elevation }) as const;
  const guess = (...heights: (number | undefined)[]) => {
    const few = unpackTowns(packTowns(heights.map((height, place) => at(height, 48 + place / 100))));
    return elevationOf(few, makeGrid(few), { latitude: 48, longitude: 10 });
  };
  expect(guess(500, 510, 520, 590, 3_000)).toBe(515);
  expect(guess(500, 510, undefined)).toBe(505);
  expect(guess(500, 601)).toBeUndefined();
  expect(guess(500, undefined)).toBeUndefined();
});

test('over the date line and near the pole sites have towns, too', async () => {
  const ends = { name: 'Ends', region: null, country: 'FJ', latitude: -17, longitude: 179.95, population: 1 };
  const few = unpackTowns(packTowns([ends, { ...ends, name: 'Far', longitude: 178 }]));
  const site = { latitude: -17, longitude: -179.95, country: null, address: null };
  expect(few.names.bytes.toString()).toBe('EndsFar');
  expect(townOf(few, makeGrid(few), site)).toBe(0);
  expect((await placeOf(78.2, 15.6, null))?.name).toBe('Longyearbyen');
});

test('a square of the map has its most populous towns, and the finest ones have all', async () => {
  const world = await towns.ofTile({ z: 0, x: 0, y: 0 }, { limit: 3, language: 'zh-CN' });
  expect(world.map(({ name }) => name)).toContain('上海');
  const fine = await towns.ofTile({ z: 9, x: 272, y: 177 }, { limit: 1_000, language: 'de-DE' });
  expect(fine[0]?.name).toBe('München');
  expect(fine.every(({ longitude }) => longitude >= 11.25 && longitude < 11.96)).toBe(true);
  expect(fine.length).toBeGreaterThan(40);
});
