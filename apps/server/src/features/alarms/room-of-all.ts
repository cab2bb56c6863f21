import { sql } from 'kysely';
import type { Db } from '../../platform/postgres/client.ts';
import { readOneOfOwners, roomOfOwner } from '../../platform/postgres/one-of-owners.ts';
import { TOO_MANY_CODE, type RoomSize } from './alarm-room.ts';
import type { AlarmSubject } from './alarm-book.ts';

/** What of some alarms found room. */
export interface Shared<T> {
  taken: T[];
  refused: T[];
  /** When the span of each device that was refused something ends, epoch milliseconds. */
  until: ReadonlyMap<number, number>;
}

interface Asking<T> {
  subject: Pick<AlarmSubject, 'deviceId' | 'type' | 'code'>;
  alarm: T;
}

type HolderOf = (subject: Asking<unknown>['subject']) => number | undefined;
type HomeOf = (subject: Asking<unknown>['subject']) => Home | undefined;

/**
 * Takes room for new rows of alarms in the transaction that writes them. All servers count together here, so that a device that speaks to
 * several of them, or a server that starts again, finds no more room than one. Beside the room of each device there is one of its organisation: a
 * thousand devices that each filled theirs would fill the disk. One of several owners there leaves room to the others. Only what devices tell and rules
 * find counts, and the folded alarm does not.
 */
export async function takeRoomOfAll<T>(
  trx: Db,
  size: RoomSize & { now: number },
  alarms: readonly Asking<T>[],
): Promise<Shared<T>> {
  const ofDevices = await takeOf(trx, size, alarms, {
    ...DEVICES,
    holderOf: ({ type, code, deviceId }) =>
      type === 'deviceFault' && code !== TOO_MANY_CODE ? deviceId : undefined,
  });
  const homes = await readHomes(trx, ofDevices.taken);
  const homeOf: HomeOf = ({ type, code, deviceId }) =>
    (type === 'deviceFault' || type === 'rule') && code !== TOO_MANY_CODE ? homes.get(deviceId) : undefined;
  const ofOwners = await takeOf(trx, size, ofDevices.taken, {
    ...OWNERS,
    mostOf: mostOfOwners(homes),
    holderOf: (subject) => homeOf(subject)?.ownerId,
  });
  const ofAll = await takeOf(trx, size, ofOwners.taken, {
    ...ORGANISATIONS,
    holderOf: (subject) => homeOf(subject)?.organisationId,
  });
  const until = new Map(ofDevices.until);
  for (const { subject } of ofOwners.refused)
    until.set(subject.deviceId, ofOwners.until.get(homeOf(subject)!.ownerId!)!);
  for (const { subject } of ofAll.refused)
    until.set(subject.deviceId, ofAll.until.get(homeOf(subject)!.organisationId)!);
  const alarmsOf = (asking: readonly Asking<T>[]) => asking.map(({ alarm }) => alarm);
  return {
    taken: alarmsOf(ofAll.taken),
    refused: alarmsOf([...ofDevices.refused, ...ofOwners.refused, ...ofAll.refused]),
    until,
  };
}

/** Takes room of those that `holderOf` names; what it names none for needs none. */
async function takeOf<T>(
  trx: Db,
  size: RoomSize & { now: number },
  alarms: readonly Asking<T>[],
  { holderOf, ...holders }: Holders & { holderOf: HolderOf },
): Promise<Shared<Asking<T>>> {
  const wanted = new Map<number, number>();
  for (const { subject } of alarms) {
    const holder = holderOf(subject);
    if (holder !== undefined) wanted.set(holder, (wanted.get(holder) ?? 0) + 1);
  }
  const rooms = await writeUsed(trx, holders, size, wanted);
  const asked = rooms.map((room) => ({ ...room, before: room.used - wanted.get(room.holder)! }));
  const most = await holders.mostOf(trx, size, asked);
  const left = new Map<number, number>();
  const until = new Map<number, number>();
  for (const { holder, used, until: end } of rooms) {
    const over = Math.max(0, used - (most.get(holder) ?? Infinity));
    left.set(holder, Math.max(0, wanted.get(holder)! - over));
    if (over > 0) until.set(holder, end.getTime());
  }
  const shared: Shared<Asking<T>> = { taken: [], refused: [], until };
  for (const asking of alarms) {
    const holder = holderOf(asking.subject);
    // A device that is gone has no room and needs none: nothing is written of it.
    const room = holder === undefined ? 1 : (left.get(holder) ?? 1);
    if (holder !== undefined) left.set(holder, room - 1);
    (room > 0 ? shared.taken : shared.refused).push(asking);
  }
  return shared;
}

interface Room {
  holder: number;
  used: number;
  until: Date;
}

/** A room with what was used of it before. */
interface AskedRoom extends Room {
  before: number;
}

/** Who has room: devices, or organisations. */
interface Holders {
  rooms: string;
  id: string;
  all: string;
  /** How much room those have that used so much. */
  mostOf: (
    trx: Db,
    size: RoomSize & { now: number },
    rooms: readonly AskedRoom[],
  ) => Promise<ReadonlyMap<number, number>>;
}

const DEVICES: Holders = {
  rooms: 'alarm_rooms',
  id: 'device_id',
  all: 'devices',
  mostOf: async (_trx, { most }, rooms) => new Map(rooms.map(({ holder }) => [holder, most])),
};

/** The least, or more by what each device gives. Devices are counted where the least room is used up. */
async function roomOfDevices(
  { rooms, leastOf, perDevice }: Measured,
  count: (full: readonly number[]) => Promise<readonly { holder: number | null; devices: number }[]>,
): Promise<ReadonlyMap<number, number>> {
  const full = rooms.filter((room) => room.used > leastOf(room));
  if (full.length === 0) return new Map();
  const counted = await count(full.map(({ holder }) => holder));
  const devicesOf = new Map(counted.map(({ holder, devices }) => [holder, Number(devices)]));
  return new Map(
    full.map((room) => {
      const ofDevices = perDevice * (devicesOf.get(room.holder) ?? 0);
      return [room.holder, Math.max(leastOf(room), ofDevices)];
    }),
  );
}

interface Measured {
  rooms: readonly AskedRoom[];
  leastOf: (room: AskedRoom) => number;
  perDevice: number;
}

const ORGANISATIONS: Holders = {
  rooms: 'organisation_alarm_rooms',
  id: 'organisation_id',
  all: 'organisations',
  mostOf: (trx, { ofOrganisation: { least, perDevice } }, rooms) =>
    roomOfDevices({ rooms, leastOf: () => least, perDevice }, (full) =>
      trx
        .selectFrom('devices')
        .where('organisationId', 'in', full)
        .select(({ fn }) => ['organisationId as holder', fn.countAll<number>().as('devices')])
        .groupBy('organisationId')
        .execute(),
    ),
};

const OWNERS = { rooms: 'owner_alarm_rooms', id: 'owner_id', all: 'users' };

/** Owners have room by what is left of that of their organisation. */
function mostOfOwners(homes: ReadonlyMap<number, Home>): Holders['mostOf'] {
  const homeOf = new Map([...homes.values()].map(({ ownerId, organisationId }) => [ownerId, organisationId]));
  return async (trx, size, rooms) => {
    const { least, perDevice } = size.ofOrganisation;
    const used = await readUsed(trx, size, [...new Set(homeOf.values())]);
    const leastOf = ({ holder, before }: AskedRoom) =>
      before + roomOfOwner({ most: least, used: used.get(homeOf.get(holder)!) ?? 0, own: before });
    return roomOfDevices({ rooms, leastOf, perDevice }, (full) =>
      trx
        .selectFrom('devices')
        .innerJoin('stations', 'stations.id', 'devices.stationId')
        .where('stations.ownerId', 'in', full)
        .select(({ fn }) => ['stations.ownerId as holder', fn.countAll<number>().as('devices')])
        .groupBy('stations.ownerId')
        .execute(),
    );
  };
}

/** What organisations have used of their room. */
async function readUsed(
  trx: Db,
  { kind, now }: RoomSize & { now: number },
  organisationIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; used: number }>`
    SELECT organisation_id AS id, used FROM organisation_alarm_rooms
     WHERE organisation_id = ANY(${[...organisationIds]}::bigint[]) AND kind = ${kind} AND until > ${new Date(now)}`.execute(
    trx,
  );
  return new Map(rows.map(({ id, used }) => [id, used]));
}

/** More than anybody has room for: beyond it nothing is counted. */
const MOST_COUNTED = 1_000_000_000;

/** Holders always in the same order, so that two servers do not wait for each other. */
async function writeUsed(
  trx: Db,
  { rooms, id, all }: Holders,
  { kind, spanMs, now }: RoomSize & { now: number },
  wanted: ReadonlyMap<number, number>,
): Promise<readonly Room[]> {
  if (wanted.size === 0) return [];
  const [at, end] = [new Date(now), new Date(now + spanMs)];
  const { rows } = await sql<Room>`
    INSERT INTO ${sql.table(rooms)} AS r (${sql.ref(id)}, kind, until, used)
    SELECT w.id, ${kind}, ${end}::timestamptz, w.n
    FROM unnest(${[...wanted.keys()]}::bigint[], ${[...wanted.values()]}::int[]) AS w (id, n)
    WHERE EXISTS (SELECT FROM ${sql.table(all)} o WHERE o.id = w.id)
    ORDER BY w.id
    ON CONFLICT (${sql.ref(id)}, kind) DO UPDATE SET
      used = CASE WHEN r.until <= ${at} THEN EXCLUDED.used ELSE least(r.used, ${MOST_COUNTED}::int) + EXCLUDED.used END,
      until = CASE WHEN r.until <= ${at} THEN EXCLUDED.until ELSE r.until END
    RETURNING ${sql.ref(`r.${id}`)} AS holder, used, until`.execute(trx);
  return rows;
}

/** Whose a device is. */
interface Home {
  organisationId: number;
  /** Who owns its station, where others have stations in the organisation, too. */
  ownerId: number | undefined;
}

/** Whose the devices are that alarms are of. */
async function readHomes(trx: Db, alarms: readonly Asking<unknown>[]): Promise<ReadonlyMap<number, Home>> {
  const devices = [...new Set(alarms.map(({ subject }) => subject.deviceId))];
  if (devices.length === 0) return new Map();
  const rows = await trx
    .selectFrom('devices')
    .where(sql<boolean>`id = ANY(${devices}::bigint[])`)
    .where('organisationId', 'is not', null)
    .select(['id', 'organisationId'])
    .execute();
  const owners = await readOneOfOwners(trx, devices);
  return new Map(
    rows.map(({ id, organisationId }) => [id, { organisationId: organisationId!, ownerId: owners.get(id) }]),
  );
}
