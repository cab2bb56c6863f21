import type { StationLight } from '../../apps/simulator/src/station/light.ts';
import { noise1 } from '../../apps/simulator/src/physics/noise.ts';
import type { SamplesDb } from '../../apps/server/src/platform/clickhouse/samples-db.ts';

/** A service is off by so much at most: it knows the cell, not the clouds over one roof. */
const ERROR = 0.2;
const SNOWFALL = 73;
const OVERCAST = 3;

interface Place {
  latitude: number;
  longitude: number;
}

/** What a weather service would have told of an hour that is over, out of the simulator's light. */
export class ToldWeather {
  readonly #cells = new Map<string, { sum: number; air: number; wind: number; n: number; snow: boolean }>();

  note({ latitude, longitude }: Place, { ghi, air }: Pick<StationLight, 'ghi' | 'air'>, snow: boolean): void {
    const key = `${Math.round(latitude * 10)} ${Math.round(longitude * 10)}`;
    const cell = this.#cells.get(key) ?? { sum: 0, air: 0, wind: 0, n: 0, snow: false };
    this.#cells.set(key, cell);
    cell.sum += ghi;
    cell.air += air.temperature;
    cell.wind += air.wind;
    cell.n += 1;
    cell.snow ||= snow;
  }

  /** Stores the hour that ends at a time, epoch milliseconds. */
  async tell(samples: SamplesDb, hour: number): Promise<void> {
    const rows = [...this.#cells].map(([key, { sum, air, wind, n, snow }]) => {
      const [latitude, longitude] = key.split(' ').map(Number) as [number, number];
      const off = 1 + ERROR * (2 * noise1(latitude * 1000 + longitude, hour / 7_200_000) - 1);
      const ghi = (sum / n) * off;
      const sky = snow ? SNOWFALL : OVERCAST;
      // Neither direct nor diffuse light is told.
      return `(${latitude}, ${longitude}, ${hour / 1000}, ${ghi}, nan, nan, ${air / n}, ${wind / n}, ${sky}, ${hour})`;
    });
    this.#cells.clear();
    if (rows.length > 0) await samples.command(`INSERT INTO weather_hours VALUES ${rows.join(', ')}`);
  }
}
