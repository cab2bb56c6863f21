import { CUSTOM_POINT_BASE, isPointKey, pointById, pointByKey } from '@sunfleet/device-model';
import { AppError } from '../../../platform/errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { loadCustomPoints, loadDevicePoints, registerCustomPoint } from './custom-points.queries.ts';

/** Ids and keys of points: those of the catalogue, and the custom ones that devices brought. */
export interface PointRegistry {
  /**
   * Id of a key for a device. A catalogue key, or a custom one this device has used before, answers at once.
   * Throws AppError `unknownPoint` for a text that cannot be a key; tooManyPoints, tooManyPointsOfOrganisation or
   * tooManyPointsUnbound beyond the limits of a device, its organisation, or devices that nobody owns.
   */
  pointId(deviceId: number, key: string): number | Promise<number>;
  /** The id when it is known already; never registers and never throws. */
  knownId(deviceId: number, key: string): number | undefined;
  /** Key of an id; undefined for one that was never given. */
  keyOf(pointId: number): string | undefined;
}

type Parts = Pick<Platform, 'db' | 'clock'>;

/** Reads the custom points once; from then on memory answers, and PostgreSQL is asked for new ones only. */
export async function openPointRegistry({ db, clock }: Parts): Promise<PointRegistry> {
  const [points, devicePoints] = await Promise.all([loadCustomPoints(db), loadDevicePoints(db)]);
  const ofDevice = new Map(
    devicePoints.map(({ deviceId, points: ids }) => [deviceId, byKey(ids, points)] as const),
  );
  return new Registry({ db, clock }, points, ofDevice);
}

/** Ids by the texts of `keys` themselves, so that a key of many devices is in memory once. */
function byKey(ids: readonly number[], keys: ReadonlyMap<number, string>): Map<string, number> {
  return new Map(ids.map((id) => [keys.get(id) ?? '', id]));
}

/** A key is looked up by device: which point it is depends on whose device it was when it brought it. */
class Registry implements PointRegistry {
  readonly #parts: Parts;
  readonly #keys: Map<number, string>;
  readonly #ofDevice: Map<number, Map<string, number>>;
  readonly #registering = new Map<string, Promise<number>>();

  constructor(parts: Parts, keys: Map<number, string>, ofDevice: Map<number, Map<string, number>>) {
    this.#parts = parts;
    this.#keys = keys;
    this.#ofDevice = ofDevice;
  }

  knownId(deviceId: number, key: string): number | undefined {
    const catalogued = pointByKey(key);
    if (catalogued) return catalogued.id;
    return this.#ofDevice.get(deviceId)?.get(key);
  }

  pointId(deviceId: number, key: string): number | Promise<number> {
    const known = this.knownId(deviceId, key);
    if (known !== undefined) return known;
    if (!isPointKey(key)) throw new AppError('unknownPoint', { key: key.slice(0, 80) });
    const running = `${deviceId} ${key}`;
    const promise =
      this.#registering.get(running) ??
      this.#register(deviceId, key).finally(() => this.#registering.delete(running));
    this.#registering.set(running, promise);
    return promise;
  }

  keyOf(pointId: number): string | undefined {
    return pointId < CUSTOM_POINT_BASE ? pointById(pointId)?.key : this.#keys.get(pointId);
  }

  async #register(deviceId: number, key: string): Promise<number> {
    const { db, clock } = this.#parts;
    const id = await registerCustomPoint(db, { deviceId, key, now: clock.now() });
    const known = this.#keys.get(id) ?? key;
    this.#keys.set(id, known);
    const points = this.#ofDevice.get(deviceId) ?? new Map<string, number>();
    this.#ofDevice.set(deviceId, points.set(known, id));
    return id;
  }
}
