import { randomBytes, randomInt } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import type { CodePurpose, DeviceLive } from '@sunfleet/contract';
import type { Insertable, Selectable } from 'kysely';
import type { UsersTable } from '../src/platform/postgres/tables/accounts.ts';
import type { GrantsTable } from '../src/platform/postgres/tables/grants.ts';
import type { InvitesTable } from '../src/platform/postgres/tables/members.ts';
import type { OrganisationsTable } from '../src/platform/postgres/tables/organisations.ts';
import type { RolesTable } from '../src/platform/postgres/tables/roles.ts';
import type { DevicesTable } from '../src/platform/postgres/tables/devices.ts';
import type { StationsTable } from '../src/platform/postgres/tables/stations.ts';
import type { KnownDevice } from '../src/platform/ingest.ts';
import type { TestPlatform } from './harness.ts';

/** Makers of rows: each call mints its own, with names nobody else has. */

/** Hash of a password that was thrown away: it can be checked, and nothing fits it. */
const NOBODY_KNOWS =
  '$argon2id$v=19$m=64,t=1,p=1$Gy3cW/BcvGdBi4xBW0pM2Q$rJYi8eaiKSLsa6y84VT3eOYIOPCc/4amXiMBpqafxsU';

const unique = () => randomBytes(5).toString('hex');

export async function makeOrganisation(
  platform: TestPlatform,
  parent?: Selectable<OrganisationsTable>,
  tie: 'tight' | 'loose' = 'tight',
): Promise<Selectable<OrganisationsTable>> {
  const row = await platform.db
    .insertInto('organisations')
    .values({
      code: `ORG${unique()}`,
      name: `Organisation ${unique()}`,
      parentId: parent?.id ?? null,
      tie,
      path: '',
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const path = `${parent?.path ?? '/'}${row.id}/`;
  const scopePath = tie === 'loose' ? `/${row.id}/` : `${parent?.scopePath ?? '/'}${row.id}/`;
  const paths = { path, scopePath };
  await platform.db.updateTable('organisations').set(paths).where('id', '=', row.id).execute();
  return { ...row, ...paths };
}

export async function makeUser(
  platform: TestPlatform,
  values: Partial<Insertable<UsersTable>> = {},
): Promise<Selectable<UsersTable>> {
  return platform.db
    .insertInto('users')
    .values({
      email: `user-${unique()}@example.test`,
      name: 'Test user',
      passwordHash: NOBODY_KNOWS,
      role: 'platformAdmin',
      accountType: 'professional',
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function makeStation(
  platform: TestPlatform,
  values: Partial<Insertable<StationsTable>> = {},
): Promise<Selectable<StationsTable>> {
  const organisationId = values.organisationId ?? (await makeOrganisation(platform)).id;
  const station = await platform.db
    .insertInto('stations')
    .values({
      name: `Station ${unique()}`,
      type: 'commercial',
      capacityKw: 100,
      timeZone: 'Europe/Madrid',
      latitude: 40.4,
      longitude: -3.7,
      ...values,
      organisationId,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await platform.db.insertInto('stationStates').values({ stationId: station.id }).execute();
  return station;
}

export async function makeDevice(
  platform: TestPlatform,
  values: Partial<Insertable<DevicesTable>> = {},
): Promise<Selectable<DevicesTable>> {
  const device = await platform.db
    .insertInto('devices')
    .values({ sn: `T${unique()}`, kind: 'inverter', ratedPower: 10_000, ...values })
    .returningAll()
    .executeTakeFirstOrThrow();
  await platform.db.insertInto('deviceStates').values({ deviceId: device.id }).execute();
  return device;
}

/** A verification code as if it had been sent to an e-mail or phone; answers it. */
export async function makeCode(
  platform: TestPlatform,
  { target, purpose }: { target: string; purpose: CodePurpose },
): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const now = platform.clock.now();
  const row = {
    codeHash: Buffer.from(await hash(code)),
    tries: 0,
    sentAt: new Date(now),
    expiresAt: new Date(now + 600_000),
  };
  await platform.db
    .insertInto('verificationCodes')
    .values({ target, purpose, ...row })
    .onConflict((conflict) => conflict.columns(['target', 'purpose']).doUpdateSet(row))
    .execute();
  return code;
}

export async function makeRole(
  platform: TestPlatform,
  values: Partial<Insertable<RolesTable>> & { organisationId: number },
): Promise<Selectable<RolesTable>> {
  return platform.db
    .insertInto('roles')
    .values({
      name: `Role ${unique()}`,
      description: 'Made by a test',
      basedOn: 'internalReadOnly',
      attribution: 'internal',
      scope: 'organisation',
      permissions: ['stations.view'],
      views: null,
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function makeInvite(
  platform: TestPlatform,
  values: Partial<Insertable<InvitesTable>> = {},
): Promise<Selectable<InvitesTable>> {
  const now = platform.clock.now();
  const organisationId = values.organisationId ?? (await makeOrganisation(platform)).id;
  const host = { role: 'organisationAdmin', organisationId } as const;
  const createdBy = values.createdBy ?? (await makeUser(platform, host)).id;
  return platform.db
    .insertInto('invites')
    .values({
      code: `INV${unique().toUpperCase()}`,
      role: 'installer',
      expiresAt: new Date(now + 86_400_000),
      createdAt: new Date(now),
      ...values,
      organisationId,
      createdBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** An accepted grant on a station, as long as a year from now: to look, unless the values say otherwise. */
export async function makeGrant(
  platform: TestPlatform,
  { stationId, ...values }: Partial<Insertable<GrantsTable>> & { stationId: number },
): Promise<Selectable<GrantsTable>> {
  const now = platform.clock.now();
  const grant = await platform.db
    .insertInto('grants')
    .values({
      state: 'accepted',
      role: 'viewer',
      beginsAt: new Date(now - 1000),
      endsAt: new Date(now + 365 * 86_400_000),
      createdAt: new Date(now),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await platform.db.insertInto('grantStations').values({ grantId: grant.id, stationId }).execute();
  return grant;
}

/** A passkey that no device holds. */
export async function makePasskey(platform: TestPlatform, userId: number, name: string): Promise<number> {
  const made = { userId, name, credentialId: unique(), publicKey: Buffer.from('none'), counter: 0 };
  const row = await platform.db.insertInto('passkeys').values(made).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

/** A device as gateways know it: an inverter of nobody, unless the values say otherwise. */
export const knownDevice = (device: Pick<KnownDevice, 'id' | 'sn'> & Partial<KnownDevice>): KnownDevice => ({
  kind: 'inverter',
  profileId: null,
  organisationCode: null,
  stationId: null,
  timeZone: 'UTC',
  meterRole: null,
  ratedPower: null,
  ...device,
});

/** The live state of a device of which nothing is known but what the values say. */
export const deviceLive = (
  values: Pick<DeviceLive, 'deviceId' | 'stationId' | 'status'> & Partial<DeviceLive>,
): DeviceLive => ({
  runMode: null,
  connection: null,
  power: null,
  energyToday: null,
  soc: null,
  signal: null,
  lastDataAt: null,
  lastSeenAt: null,
  openAlarms: 0,
  ...values,
});
