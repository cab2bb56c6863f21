import { describe, expect, it } from 'vitest';
import { placeOf, skyAt } from './clouds.ts';

const START = Date.UTC(2026, 5, 1);
const BERLIN = placeOf(52.5, 13.4);
const series = (place: { x: number; y: number }, cloudiness: number, step: number, count: number) =>
  Array.from({ length: count }, (_, index) => skyAt(5, place, { time: START + index * step, cloudiness }));
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function correlation(a: number[], b: number[]): number {
  const [ma, mb] = [mean(a), mean(b)];
  const product = mean(a.map((value, index) => (value - ma) * (b[index]! - mb)));
  return product / Math.sqrt(mean(a.map((v) => (v - ma) ** 2)) * mean(b.map((v) => (v - mb) ** 2)));
}

describe('clouds', () => {
  it('are the same for the same seed, place and time', () => {
    expect(skyAt(5, BERLIN, { time: START, cloudiness: 0.5 })).toEqual(
      skyAt(5, BERLIN, { time: START, cloudiness: 0.5 }),
    );
    expect(skyAt(6, BERLIN, { time: START, cloudiness: 0.5 })).not.toEqual(
      skyAt(5, BERLIN, { time: START, cloudiness: 0.5 }),
    );
  });

  it('let more light through in a clear climate than in a cloudy one', () => {
    const desert = mean(series(BERLIN, 0.1, 900_000, 4000).map((sky) => sky.clearness));
    const coast = mean(series(BERLIN, 0.75, 900_000, 4000).map((sky) => sky.clearness));
    expect(desert).toBeGreaterThan(0.9);
    expect(coast).toBeLessThan(0.65);
  });

  it('move smoothly by the second and still change within an hour', () => {
    const seconds = series(BERLIN, 0.5, 1000, 24 * 3600).map((sky) => sky.clearness);
    const jumps = seconds.slice(1).map((value, index) => Math.abs(value - seconds[index]!));
    expect(Math.max(...jumps)).toBeLessThan(0.03);
    const hours = Array.from({ length: 24 }, (_, hour) => seconds.slice(hour * 3600, (hour + 1) * 3600));
    const ranges = hours.map((hour) => Math.max(...hour) - Math.min(...hour));
    expect(Math.max(...ranges)).toBeGreaterThan(0.3);
  });

  it('cover neighbours alike and far places on their own', () => {
    const clearness = (latitude: number, longitude: number) =>
      series(placeOf(latitude, longitude), 0.5, 900_000, 3000).map((sky) => sky.clearness);
    const here = clearness(52.5, 13.4);
    expect(correlation(here, clearness(52.505, 13.405))).toBeGreaterThan(0.8);
    expect(Math.abs(correlation(here, clearness(-30, 150)))).toBeLessThan(0.25);
  });

  it('rain only when the sky is covered', () => {
    const skies = series(BERLIN, 0.6, 900_000, 4000);
    const wet = skies.filter((sky) => sky.rain > 0);
    expect(wet.length).toBeGreaterThan(50);
    expect(Math.min(...wet.map((sky) => sky.cover))).toBeGreaterThan(0.7);
  });
});
