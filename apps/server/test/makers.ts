import { randomBytes } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import type { InvitesTable, OrganisationsTable, UsersTable } from '../src/platform/postgres/people-tables.ts';
import type { DevicesTable, StationsTable } from '../src/platform/postgres/tables.ts';
import type { TestPlatform } from './harness.ts';

/** Makers of rows: each call mints its own, with names nobody else has. */

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
      passwordHash: 'not a hash',
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

export async function makeInvite(
  platform: TestPlatform,
  values: Partial<Insertable<InvitesTable>> = {},
): Promise<Selectable<InvitesTable>> {
  const now = platform.clock.now();
  return platform.db
    .insertInto('invites')
    .values({
      code: `INV${unique()}`,
      role: 'installer',
      expiresAt: new Date(now + 86_400_000),
      createdAt: new Date(now),
      ...values,
      organisationId: values.organisationId ?? (await makeOrganisation(platform)).id,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
