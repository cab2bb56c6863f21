import { Readable } from 'node:stream';
import { accountFile } from '@sunfleet/contract';
import { sql, type SqlBool } from 'kysely';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { cutTo } from '../../platform/http/cut-answer.ts';
import { inSlices } from '../../platform/in-slices.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db } from '../../platform/postgres/client.ts';
import type { Turns } from '../../platform/turns.ts';
import { getSettings, ownUser, resolveActor } from '../accounts/index.ts';
import { isOwnOf } from '../organisations/index.ts';
import { stationDays } from '../telemetry/index.ts';

type Parts = Pick<Platform, 'db' | 'samples' | 'clock'> & {
  /** Of stations that are read: hundreds of accounts may ask for their files at the same time. */
  turns: Turns;
};

const HEAD = accountFile.omit({ logins: true, stations: true });
const LOGIN = accountFile.shape.logins.element;
const STATION = accountFile.shape.stations.element;
/** What a station may have very many of. */
const LISTS = { devices: true, days: true } as const;
const BARE_STATION = STATION.omit(LISTS);
const DEVICE = STATION.shape.devices.element;
const DAY = STATION.shape.days.element;
/** Logins that are read at a time. */
const LOGINS_AT_ONCE = 1000;

/**
 * What is kept of an account as one JSON text, read and sent station by station: account, settings, logins, organisation,
 * stations with their devices and energies by day. Samples are not in it: a device's history gives them. Never a secret.
 * Throws AppError: userNotFound (a visitor), noDataPermission (an API key, which may hold less than its account).
 */
export async function exportAccount(platform: Parts, context: RequestContext): Promise<Readable> {
  if (context.actor.apiKeyId !== null) throw new AppError('noDataPermission');
  const { id } = await ownUser(platform, context);
  return Readable.from(write(platform, context, id));
}

async function* write(platform: Parts, context: RequestContext, userId: number): AsyncGenerator<string> {
  const { db, clock } = platform;
  const head = {
    exportedAt: new Date(clock.now()),
    account: await readAccount(db, userId),
    settings: await getSettings(platform, context),
    organisation: await readOrganisation(db, userId),
    passkeys: await readNamed(db, 'passkeys', userId),
    apiKeys: await readNamed(db, 'apiKeys', userId),
    ...(await readListWork(db, userId)),
    sessions: await db
      .selectFrom('sessions')
      .select(['createdAt', 'lastSeenAt', 'address', 'userAgent'])
      .where('userId', '=', userId)
      .execute(),
  };
  yield `${JSON.stringify(cutTo(HEAD, 'exportAccount', head)).slice(0, -1)},"logins":[`;
  yield* writeLogins(platform, userId);
  yield `],"stations":[`;
  let separator = '';
  const stations = readStations(platform, userId);
  for (;;) {
    const { value: station, done } = await platform.turns.take(`user ${userId}`, () => stations.next());
    if (done) break;
    // A file of a thousand stations takes a while, in which sessions end; what is left of it is not sent.
    if (!(await resolveActor(platform, context.bearer))) throw new AppError('unauthorised');
    yield `${separator}${await stationText(station)}`;
    separator = ',';
  }
  yield ']}\n';
}

/** Some of them at a time: whoever signs in again and again has hundreds of thousands, which would leave nobody else the process while they are written in one piece. */
async function* writeLogins({ db, turns }: Parts, userId: number): AsyncGenerator<string> {
  let [after, separator] = [{ at: new Date(0), id: 0 }, ''];
  for (;;) {
    const rows = await turns.take(`user ${userId}`, () =>
      db
        .selectFrom('logins')
        .select(['id', 'at', 'method', 'outcome', 'address', 'userAgent'])
        .where('userId', '=', userId)
        .where(sql<SqlBool>`(at, id) > (${after.at}::timestamptz, ${after.id}::bigint)`)
        .orderBy('at')
        .orderBy('id')
        .limit(LOGINS_AT_ONCE)
        .execute(),
    );
    if (rows.length === 0) return;
    const texts = await inSlices(rows, (row) => JSON.stringify(cutTo(LOGIN, 'exportAccount login', row)));
    yield separator + texts.join(',');
    separator = ',';
    after = rows.at(-1)!;
  }
}

/** A station with thousands of devices or days is cut in slices, between which others have their turn. */
async function stationText({ devices, days, ...station }: ReadStation): Promise<string> {
  const bare = cutTo(BARE_STATION, 'exportAccount station', station) as object;
  return JSON.stringify({
    ...bare,
    devices: await inSlices(devices, (one) => cutTo(DEVICE, 'exportAccount device', one)),
    days: await inSlices(days, (one) => cutTo(DAY, 'exportAccount day', one)),
  });
}

type ReadStation = Readonly<Record<string, unknown>> & {
  devices: readonly object[];
  days: readonly object[];
};

function readAccount(db: Db, userId: number): Promise<object> {
  return db
    .selectFrom('users')
    .select(['id', 'userCode', 'name', 'userName', 'email', 'phone', 'role', 'accountType', 'createdAt'])
    .select(['passwordChangedAt', 'totpConfirmedAt', 'lastLoginAt', 'cancelRequestedAt', 'cancelChoices'])
    .select(['agreementVersion', 'privacyVersion', 'agreedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}

/** The organisation by name; the details of its business only where it is the person's own. */
async function readOrganisation(db: Db, userId: number): Promise<object | null> {
  const row = await db
    .selectFrom('organisations')
    .innerJoin('users', 'users.organisationId', 'organisations.id')
    .select(['organisations.code', 'organisations.name', 'type', 'businessType', 'area', 'taxId'])
    .select(['bankName', 'bankAccount', isOwnOf(userId).as('own')])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { own, ...details } = row;
  const { code, name, type } = details;
  return own ? details : { code, name, type };
}

function readNamed(db: Db, table: 'passkeys' | 'apiKeys', userId: number): Promise<object[]> {
  return db
    .selectFrom(table)
    .select(['name', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

async function* readStations(
  { db, samples, clock }: Parts,
  userId: number,
): AsyncGenerator<ReadStation, undefined> {
  const owned = await db
    .selectFrom('stations')
    .select('id')
    .where('ownerId', '=', userId)
    .orderBy('id')
    .execute();
  for (const { id } of owned) {
    const station = await readStation(db, userId, id);
    if (!station) continue;
    const { timeZone } = station;
    const devices = await db
      .selectFrom('devices')
      .select(['id', 'sn', 'kind', 'name', 'model', 'manufacturer', 'ratedPower', 'firmware', 'createdAt'])
      .where('stationId', '=', id)
      .orderBy('id')
      .execute();
    const files = await db
      .selectFrom('stationFiles')
      .select(['id', 'kind', 'name', 'type', 'bytes', 'width', 'height', 'createdAt', 'deviceId'])
      .where('stationId', '=', id)
      .orderBy('id')
      .execute();
    const energyCorrections = await db
      .selectFrom('energyCorrections')
      .select(['kind', 'fromDay', 'toDay', 'kwh', 'inTotal', 'reason', 'createdAt', 'removedAt'])
      .where('stationId', '=', id)
      .orderBy('id')
      .execute();
    yield {
      ...station,
      devices,
      files,
      energyCorrections,
      days: await stationDays(samples, { id, timeZone, now: clock.now() }),
    };
  }
}

/** One of them as it is at its turn; undefined where it has another owner by then, because a file of very many stations takes minutes. */
function readStation(db: Db, userId: number, id: number) {
  return db
    .selectFrom('stations')
    .select([
      'id',
      'name',
      'type',
      'gridType',
      'capacityKw',
      'batteryKwh',
      'timeZone',
      'latitude',
      'longitude',
    ])
    .select([
      'elevation',
      'tilt',
      'azimuth',
      'country',
      'province',
      'city',
      'district',
      'postCode',
      'address',
    ])
    .select(['currency', 'priceBuy', 'priceFeedIn', 'contactPhone', 'contactEmail', 'notes'])
    .select(['gridConnectedOn', 'installedOn', 'firstPowerOn', 'shared', 'createdAt', 'handedOverAt'])
    .where('id', '=', id)
    .where('ownerId', '=', userId)
    .executeTakeFirst();
}

/** What the person keeps for its work with the list of stations. */
async function readListWork(db: Db, userId: number) {
  const marked = await db
    .selectFrom('favourites')
    .select('stationId')
    .where('userId', '=', userId)
    .orderBy('stationId')
    .execute();
  const views = await db
    .selectFrom('savedViews')
    .select(['name', 'organisationId', 'columns', 'filters', 'sort', 'direction'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  return {
    favourites: marked.map(({ stationId }) => stationId),
    savedViews: views.map(({ organisationId, ...view }) => ({ ...view, shared: organisationId !== null })),
  };
}
