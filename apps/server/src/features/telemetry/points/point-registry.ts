import { LIMITS } from '@sunfleet/contract';
import { CUSTOM_POINT_BASE, isPointKey, pointById, pointByKey } from '@sunfleet/device-model';
import { AppError } from '../../../platform/errors.ts';
import { createBurst } from '../../../platform/burst.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isStoreFailure } from '../../../platform/store-failure.ts';
import {
  loadCustomPoints,
  loadDevicePoints,
  readDevicePoints,
  type WantedPoint,
} from './custom-points.queries.ts';
import { createPointRegistrar } from './point-registrar.ts';
import { createRefusedPoints } from './refused-points.ts';

/** Whose turn it is where nobody owns the device. */
const NOBODY = 'nobody';

/** Ids and keys of points: those of the catalogue, and the custom ones that devices brought. */
export interface PointRegistry {
  /**
   * Id of a key for a device. A catalogue key, or a custom one this device has used before, answers at once.
   * New ones that a sender brings at the same time are registered together, those of other senders in turn.
   * Throws AppError `unknownPoint` for a text that cannot be a key; tooManyPoints, tooManyPointsOfOrganisation or
   * tooManyPointsUnbound beyond the limits of a device, its organisation, or devices that nobody owns; tooManyRequests where too many of the
   * sender wait. What memory knows is thrown at once; nobody has to listen to a promise that is refused.
   */
  pointId(deviceId: number, key: string, sender?: string): number | Promise<number>;
  /** The id when it is known already; never registers and never throws. */
  knownId(deviceId: number, key: string): number | undefined;
  /** Key of an id; undefined for one that was never given. */
  keyOf(pointId: number): string | undefined;
}

type Parts = Pick<Platform, 'db' | 'clock' | 'bus' | 'log'>;

/** Devices that bring points at the same time are read together. */
const GATHER_MS = 100;

/**
 * Reads the custom points once; from then on memory answers, PostgreSQL is asked for new ones, and what devices bring to other servers is read as it
 * is announced.
 */
export async function openPointRegistry({ db, clock, bus, log }: Parts): Promise<PointRegistry> {
  const [points, devicePoints] = await Promise.all([loadCustomPoints(db), loadDevicePoints(db)]);
  const ofDevice = new Map(
    devicePoints.map(({ deviceId, points: ids }) => [deviceId, byKey(ids, points)] as const),
  );
  const registry = new Registry({ db, clock }, points, ofDevice);
  const brought = createBurst<number>(
    GATHER_MS,
    async (deviceIds) => {
      for (const { id, ...wanted } of await readDevicePoints(db, deviceIds)) registry.learn(wanted, id);
    },
    (error) => log.warn({ err: error }, 'new points not read'),
    isStoreFailure,
  );
  bus.subscribe('pointsChanged', ({ deviceId }) => brought.add(deviceId));
  return registry;
}

/** Ids by the texts of `keys` themselves, so that a key of many devices is in memory once. */
function byKey(ids: readonly number[], keys: ReadonlyMap<number, string>): Map<string, number> {
  return new Map(ids.map((id) => [keys.get(id) ?? '', id]));
}

/** A key is looked up by device: which point it is depends on whose device it was when it brought it. */
class Registry implements PointRegistry {
  readonly #keys: Map<number, string>;
  readonly #ofDevice: Map<number, Map<string, number>>;
  readonly #registering = new Map<number, Map<string, Promise<number>>>();
  readonly #registrar: ReturnType<typeof createPointRegistrar>;
  readonly #refused: ReturnType<typeof createRefusedPoints>;

  constructor(
    parts: Pick<Parts, 'db' | 'clock'>,
    keys: Map<number, string>,
    ofDevice: Map<number, Map<string, number>>,
  ) {
    this.#registrar = createPointRegistrar(parts);
    this.#refused = createRefusedPoints(() => parts.clock.now());
    this.#keys = keys;
    this.#ofDevice = ofDevice;
  }

  knownId(deviceId: number, key: string): number | undefined {
    const catalogued = pointByKey(key);
    if (catalogued) return catalogued.id;
    return this.#ofDevice.get(deviceId)?.get(key);
  }

  pointId(deviceId: number, key: string, sender = NOBODY): number | Promise<number> {
    const known = this.knownId(deviceId, key);
    if (known !== undefined) return known;
    if (!isPointKey(key)) throw new AppError('unknownPoint', { key: key.slice(0, 80) });
    const registering = this.#registering.get(deviceId) ?? new Map<string, Promise<number>>();
    const running = registering.get(key);
    if (running) return running;
    this.#requireRoom(deviceId, key, registering.size);
    const promise = this.#register({ deviceId, key }, sender).finally(() => {
      registering.delete(key);
      if (registering.size === 0) this.#registering.delete(deviceId);
    });
    promise.catch(() => undefined);
    this.#registering.set(deviceId, registering.set(key, promise));
    return promise;
  }

  keyOf(pointId: number): string | undefined {
    return pointId < CUSTOM_POINT_BASE ? pointById(pointId)?.key : this.#keys.get(pointId);
  }

  /** Refuses from memory what would be refused anyway, so that keys without end cost no query. */
  #requireRoom(deviceId: number, key: string, waiting: number): void {
    const refused = this.#refused.of(`${deviceId} ${key}`) ?? this.#refused.of(`${deviceId}`);
    if (refused) throw new AppError(refused.key, { ...refused.values, key });
    const limit = LIMITS.customPointsPerDevice;
    const used = this.#ofDevice.get(deviceId)?.size ?? 0;
    if (used + waiting >= limit) throw new AppError('tooManyPoints', { key, limit });
  }

  #register(wanted: WantedPoint, sender: string): Promise<number> {
    return this.#registrar.take(sender, wanted).then(
      (id) => this.learn(wanted, id),
      (error: unknown) => {
        if (error instanceof AppError) this.#remember(wanted, error);
        throw error;
      },
    );
  }

  learn({ deviceId, key }: WantedPoint, id: number): number {
    const known = this.#keys.get(id) ?? key;
    this.#keys.set(id, known);
    const points = this.#ofDevice.get(deviceId) ?? new Map<string, number>();
    this.#ofDevice.set(deviceId, points.set(known, id));
    return id;
  }

  /** A device that is full gets no other key either. */
  #remember({ deviceId, key }: WantedPoint, error: AppError): void {
    this.#refused.add(error.key === 'tooManyPoints' ? `${deviceId}` : `${deviceId} ${key}`, error);
  }
}
