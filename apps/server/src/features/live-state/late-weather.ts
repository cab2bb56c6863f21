import type { SampleBlock } from '../../platform/ingest.ts';
import type { FleetStates } from './state-book.ts';

/** Readings older than this were not there when their hour was summed. */
const LATE_MS = 15 * 60_000;
/** Older ones are of no local day that still runs. */
const DAY_MS = 26 * 3_600_000;
/** Until late readings have their means, at most. */
const SETTLE_MS = 3 * 60_000;

/** Stations whose weather came late, as after a connection was down: their day has to be summed again once it is computed. */
export class LateWeather {
  readonly #due = new Map<number, number>();
  readonly #book: Pick<FleetStates, 'fleet' | 'isBehind'>;

  constructor(book: Pick<FleetStates, 'fleet' | 'isBehind'>) {
    this.#book = book;
  }

  /** Looks for late readings of weather stations; answers whose they are. Rows of one device stand together. */
  take({ length, devices, times }: SampleBlock, now: number): number[] {
    const stations: number[] = [];
    let current = -1;
    for (let row = 0; row < length; row += 1) {
      const id = devices[row]!;
      if (id === current) continue;
      current = id;
      const age = now - times[row]!;
      if (age <= LATE_MS || age > DAY_MS) continue;
      const device = this.#book.fleet.device(id);
      if (device?.kind !== 'weather' || device.stationId === null) continue;
      this.#due.set(device.stationId, now + SETTLE_MS);
      stations.push(device.stationId);
    }
    return stations;
  }

  /** Hears that the day of a station has to be summed again, from what is stored. */
  add(station: number, now: number): void {
    this.#due.set(station, now);
  }

  has(station: number): boolean {
    return this.#due.has(station);
  }

  /** Whether late readings of a station are there and computed, so that its day can be summed again. */
  isReady(station: number, now: number): boolean {
    const due = this.#due.get(station);
    if (due === undefined || now < due) return false;
    return !this.#book.fleet.devicesOf(station).some(({ id }) => this.#book.isBehind(id));
  }

  /** Hears that the day of a station is summed again. */
  done(station: number): void {
    this.#due.delete(station);
  }
}
