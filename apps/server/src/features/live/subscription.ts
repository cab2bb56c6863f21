import { accessOf, may, seesMasked, type Actor } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { deviceScope, stationScope } from '../scope/index.ts';
import type { StreamEvent } from './event-ring.ts';
import { sameStations, sees, type SeenStations, type Sight } from './sight.ts';

/** What one stream carries. */
export interface Subscription {
  /** Devices whose points it watches. */
  devices: ReadonlySet<number>;
  /** Stations that it names; none where it carries every visible one. */
  stations: ReadonlySet<number>;
  wants(event: StreamEvent): boolean;
  /** Whether it gets events with masked serial numbers. */
  readonly masked: boolean;
  /** Asks again what the actor may see: stations come, go, and change hands. Answers whether that, or what it may do, has changed. */
  renew(actor: Actor): Promise<boolean>;
}

export interface SubscriptionParts {
  db: Db;
  sight: Sight;
}

export interface Wanted {
  stations: readonly number[] | undefined;
  devices: readonly number[] | undefined;
  /** Alarms of every visible station, whatever else is named. */
  alarms?: boolean;
}

/**
 * Decides what a stream may carry: state of the named stations and of their devices, or of every visible station where nothing is
 * named; state and points of the named devices; alarms of these, or of every visible station where all are wanted, and then nothing else unless it is
 * named. Throws AppError stationNotFound, deviceNotFound.
 */
export async function subscribe(
  parts: SubscriptionParts,
  actor: Actor,
  wanted: Wanted,
): Promise<Subscription> {
  const devices = new Set(wanted.devices);
  let openDevices = await visibleDevices(parts, actor, devices);
  for (const id of devices) if (!openDevices.has(id)) throw new AppError('deviceNotFound', { id });
  let role = roleKey(actor);
  let seen = lookOf(actor);
  const named = wanted.stations && wanted.stations.length > 0 ? new Set(wanted.stations) : undefined;
  let visible = await visibleStations(parts, actor, named);
  for (const id of named ?? []) if (!sees(visible, id)) throw new AppError('stationNotFound', { id });
  let alarmed = named && wanted.alarms ? await parts.sight.stations(actor, 'telemetry.view') : visible;
  const onlyNamed = !named && (devices.size > 0 || wanted.alarms === true);
  return {
    devices,
    stations: named ?? new Set(),
    get masked() {
      return seen.masked;
    },
    wants({ event, stationId, deviceId }) {
      if (event.type === 'alarm' && !seen.alarms) return false;
      if (deviceId !== null && openDevices.has(deviceId)) return true;
      if (event.type === 'alarm' && wanted.alarms) return stationId !== null && sees(alarmed, stationId);
      if (event.type === 'points' || onlyNamed || stationId === null) return false;
      // Over a whole fleet nobody looks at single devices, nor at what is kept of each station.
      if ((event.type === 'device' || event.type === 'stationChanged') && !named) return false;
      return sees(visible, stationId);
    },
    async renew(next) {
      const before = [visible, openDevices, role] as const;
      visible = await visibleStations(parts, next, named);
      alarmed = named && wanted.alarms ? await parts.sight.stations(next, 'telemetry.view') : visible;
      openDevices = await visibleDevices(parts, next, devices);
      role = roleKey(next);
      seen = lookOf(next);
      return role !== before[2] || !sameStations(visible, before[0]) || !sameIds(openDevices, before[1]);
    },
  };
}

/** How an actor sees events. Every grant that gives telemetry gives alarms, so that the stations are the same for both. */
function lookOf(actor: Actor): { alarms: boolean; masked: boolean } {
  return { alarms: may(actor, 'alarms.view'), masked: seesMasked(actor) };
}

/** A stream that carries nothing but the news that what the actor may see or do has changed. */
export async function subscribeToAccess(sight: Sight, actor: Actor): Promise<Subscription> {
  let role = roleKey(actor);
  let visible = await sight.stations(actor, 'stations.view');
  return {
    devices: new Set(),
    stations: new Set(),
    masked: true,
    wants: () => false,
    async renew(next) {
      const before = [visible, role] as const;
      visible = await sight.stations(next, 'stations.view');
      role = roleKey(next);
      return role !== before[1] || !sameStations(visible, before[0]);
    },
  };
}

/** All that an actor's role and place give it, to tell whether that has changed. */
function roleKey(actor: Actor): string {
  const { scope, permissions, views = null } = accessOf(actor);
  return JSON.stringify([actor.role, actor.organisationPath, scope, [...permissions], views]);
}

const sameIds = (one: ReadonlySet<number>, other: ReadonlySet<number>): boolean =>
  one === other || (one.size === other.size && [...one].every((id) => other.has(id)));

/** Visible stations among the named ones; every visible one where none is named. */
async function visibleStations(
  { db, sight }: SubscriptionParts,
  actor: Actor,
  named: ReadonlySet<number> | undefined,
): Promise<SeenStations> {
  if (!named) return sight.stations(actor, 'telemetry.view');
  const rows = await sight.take(actor, () =>
    db
      .selectFrom('stations')
      .select('id')
      .where(stationScope(actor, 'telemetry.view'))
      .where('id', 'in', [...named])
      .orderBy('id')
      .execute(),
  );
  return Float64Array.from(rows, ({ id }) => id);
}

/** Those of the named devices that the actor may still see. */
async function visibleDevices(
  { db, sight }: SubscriptionParts,
  actor: Actor,
  named: ReadonlySet<number>,
): Promise<ReadonlySet<number>> {
  if (named.size === 0) return named;
  const rows = await sight.take(actor, () =>
    db
      .selectFrom('devices')
      .select('id')
      .where('id', 'in', [...named])
      .where(deviceScope(actor, 'telemetry.view'))
      .execute(),
  );
  return new Set(rows.map(({ id }) => id));
}
