import type { TableDevice } from '@sunfleet/contract';
import { profileById } from '@sunfleet/device-model';
import { sql, type SqlBool } from 'kysely';
import { type Actor, may, type RequestContext } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { type AddedTo, checkSerials } from '../devices/index.ts';
import { fitsOwnProfile } from '../own-profiles/index.ts';
import { readStationScope } from '../scope/index.ts';
import type { ReadRow } from './read-devices.ts';
import { editsOf } from './row-parts.ts';

/** A row as it is kept: where its device goes, and why it would be refused now. */
export interface JudgedRow extends ReadRow {
  stationId: number | null;
  state: 'wrong' | 'failed' | 'ready';
}

type Station = AddedTo & { name: string };

/**
 * Says of each row that can be read what would become of it now: whether its station is there and is one alone, whose its serial number is, whether what it hangs on is
 * there or comes with the table.
 */
export async function judgeDevices(
  platform: Pick<Platform, 'db' | 'clock' | 'text'>,
  context: RequestContext,
  rows: readonly ReadRow[],
): Promise<JudgedRow[]> {
  const { db, text } = platform;
  const { actor, language } = context;
  const readable = rows.flatMap((row) => row.device ?? []);
  const named = await stationsNamed(db, actor, [...new Set(readable.map(({ station }) => station))]);
  const stations = new Map(
    readable.flatMap(({ sn, station }) => {
      const found = named.get(station.toLowerCase());
      return found ? [[sn, found] as const] : [];
    }),
  );
  const verdicts = await checkSerials(platform, context, { route: 'checkDeviceImport', stations });
  const parents = await findParents(db, readable, stations);
  const fits = createFits(db);
  const inTable = new Set(readable.map(({ sn, station }) => placeKey(sn, station)));

  const refusalOf = async (device: TableDevice): Promise<string | undefined> => {
    const { sn, parentSn } = device;
    const station = stations.get(sn);
    if (!station) return text(language, 'import-problems.deviceStation', { name: device.station });
    const verdict = verdicts.get(sn)!;
    const at = verdict.state === 'here' ? station : verdict.station;
    if (verdict.state === 'here' || verdict.state === 'mine')
      return text(language, 'errors.deviceAlreadyBound', { sn, station: at?.name ?? '' });
    if (verdict.state === 'taken') return text(language, 'errors.snTaken', { sn });
    if (verdict.state === 'claimNeeded' && device.claimCode === undefined)
      return text(language, 'errors.claimCodeNeeded', { sn });
    if (
      parentSn &&
      !inTable.has(placeKey(parentSn, device.station)) &&
      !parents.has(`${station.id} ${parentSn}`)
    )
      return text(language, 'import-problems.deviceParent', { sn: parentSn });
    if (editsOf(device) && !may(actor, 'devices.edit')) return text(language, 'errors.noDataPermission');
    if (device.profileId && !(await fits(device, station.organisationId)))
      return text(language, 'rules.profileInvalid');
    return undefined;
  };

  const judged: JudgedRow[] = [];
  for (const row of rows) {
    const refusal = row.device ? await refusalOf(row.device) : undefined;
    const stationId = row.device ? (stations.get(row.device.sn)?.id ?? null) : null;
    const state = row.device === null ? 'wrong' : refusal === undefined ? 'ready' : 'failed';
    judged.push({ ...row, stationId, state, message: refusal ?? row.message });
  }
  return judged;
}

const placeKey = (sn: string, station: string) => `${station.toLowerCase()}\n${sn}`;

/** Stations by their names in small letters; a name of none or of several is left out. */
export async function stationsNamed(
  db: Db,
  actor: Actor,
  names: readonly string[],
): Promise<ReadonlyMap<string, Station>> {
  if (names.length === 0) return new Map();
  const scope = await readStationScope(db, actor, 'devices.create');
  const rows = await db
    .selectFrom('stations')
    .select(['stations.id', 'stations.organisationId', 'stations.name'])
    .where(scope)
    .where(sql<SqlBool>`lower(stations.name) = ANY(${names.map((name) => name.toLowerCase())}::text[])`)
    .execute();
  const found = new Map<string, Station | null>();
  for (const row of rows) {
    const key = row.name.toLowerCase();
    found.set(key, found.has(key) ? null : row);
  }
  return new Map([...found].flatMap(([name, station]) => (station ? [[name, station] as const] : [])));
}

/** What rows hang on that is in their stations already: `station id, serial number`. */
async function findParents(
  db: Db,
  devices: readonly TableDevice[],
  stations: ReadonlyMap<string, Station>,
): Promise<ReadonlySet<string>> {
  const sns = [...new Set(devices.flatMap(({ parentSn }) => parentSn ?? []))];
  if (sns.length === 0) return new Set();
  const ids = [...new Set([...stations.values()].map(({ id }) => id))];
  const rows = await db
    .selectFrom('devices')
    .select(['sn', 'stationId'])
    .where('sn', '=', sql<string>`ANY(${sns}::text[])`)
    .where('stationId', '=', sql<number>`ANY(${ids}::bigint[])`)
    .execute();
  return new Set(rows.map(({ sn, stationId }) => `${stationId} ${sn}`));
}

/** Whether a family, or a profile of the organisation, reads devices of the kind; each is asked for once. */
function createFits(db: Db) {
  const known = new Map<string, boolean>();
  return async ({ profileId, kind }: TableDevice, organisationId: number): Promise<boolean> => {
    const key = `${organisationId} ${kind} ${profileId}`;
    if (!known.has(key))
      known.set(
        key,
        profileById(profileId!)?.deviceKind === kind ||
          (await fitsOwnProfile(db, { profileId: profileId!, kind, organisationId })),
      );
    return known.get(key)!;
  };
}
