import { sql, type Transaction } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { askForJob } from '../../platform/jobs/add-job.ts';
import { createUser, type NewUser } from '../accounts/index.ts';
import { storeDeviceSecret } from '../devices/index.ts';
import { createOrganisation } from '../organisations/index.ts';
import { openDemoAccounts } from './demo-accounts.ts';
import { demoDesign } from './demo-design.ts';
import { mintDemoPassword } from './demo-logins.ts';
import { readDemoFleet, type DemoFleet, type DemoStation } from './fleet-file.ts';

/** An account that `npm start` prints. */
interface DemoLogin {
  account: string;
  password: string;
  note: string;
}

type DemoRole = Extract<NewUser['role'], 'organisationAdmin' | 'installer' | 'owner'>;

const USERS: readonly (Omit<DemoLogin, 'password'> & { name: string; role: DemoRole })[] = [
  {
    account: 'manager@demo.sunfleet.local',
    note: 'organisation administrator',
    name: 'Demo manager',
    role: 'organisationAdmin',
  },
  {
    account: 'installer@demo.sunfleet.local',
    note: 'installer',
    name: 'Demo installer',
    role: 'installer',
  },
  {
    account: 'owner@demo.sunfleet.local',
    note: 'owner of two stations',
    name: 'Demo owner',
    role: 'owner',
  },
];

/**
 * Registers the demo's organisations, people, stations and devices once, all or nothing. Answers the accounts to print, with random
 * passwords that stay, and whether they were created now. Runs before caches of devices are filled.
 */
export async function ensureDemo(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
): Promise<{ created: boolean; logins: readonly DemoLogin[] }> {
  const fleet = await readDemoFleet();
  const created = await platform.db.transaction().execute(async (trx) => {
    // Two servers that start at once make one demo.
    await sql`LOCK TABLE organisations IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
    const root = fleet.organisations[0]!.code;
    const existing = await trx
      .selectFrom('organisations')
      .select('id')
      .where('code', '=', root)
      .executeTakeFirst();
    if (existing) return false;
    await seed(trx, fleet);
    return true;
  });
  const opened = new Map((await openDemoAccounts(platform)).map((login) => [login.account, login.password]));
  const logins = USERS.map(({ account, note }) => ({
    account,
    note,
    password: opened.get(account) ?? '(changed since)',
  }));
  return { created, logins };
}

async function seed(trx: Transaction<Tables>, fleet: DemoFleet): Promise<void> {
  const organisations = new Map<string, number>();
  for (const { code, name, parent } of fleet.organisations) {
    const parentId = parent === null ? null : organisations.get(parent)!;
    organisations.set(code, (await createOrganisation(trx, { code, name, parentId })).id);
  }
  const organisationId = organisations.get(fleet.organisations[0]!.code)!;
  const users = new Map<string, number>();
  for (const { account, name, role } of USERS) {
    // Nobody knows this password; the account gets the one to print when it is opened.
    const password = mintDemoPassword();
    const id = await createUser(trx, { name, email: account, password, role, organisationId });
    await trx.updateTable('users').set({ demo: 'open' }).where('id', '=', id).execute();
    users.set(role, id);
  }
  for (const station of fleet.stations) {
    await seedStation(trx, station, {
      organisationId: organisations.get(station.organisation)!,
      ownerId: station.owner === null ? null : users.get(station.owner)!,
    });
  }
  await askForJob(trx, 'stations.place');
  await askForJob(trx, 'stations.fold');
}

async function seedStation(
  trx: Transaction<Tables>,
  station: DemoStation,
  home: { organisationId: number; ownerId: number | null },
): Promise<void> {
  const { devices, organisation: _code, owner: _role, ...fields } = station;
  const { id: stationId } = await trx
    .insertInto('stations')
    .values({ ...fields, ...home })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx.insertInto('stationStates').values({ stationId, devicesTotal: devices.length }).execute();
  const versions = JSON.stringify([demoDesign(station)]);
  await trx.insertInto('stationDesigns').values({ stationId, versions, revision: 1 }).execute();
  const ids = new Map<string, number>();
  for (const { sn, parentSn, secret, slave, intervalSeconds, inputs: _strings, ...device } of devices) {
    const { id } = await trx
      .insertInto('devices')
      .values({
        ...device,
        sn,
        stationId,
        organisationId: home.organisationId,
        parentId: parentSn === null ? null : ids.get(parentSn)!,
        // The simulator sends their past by their secret and their present through the stick.
        loggerSpeaks: parentSn !== null,
        uploadIntervalSeconds: intervalSeconds,
        ...(slave === null ? {} : { attributes: JSON.stringify({ slave: String(slave) }) }),
        ...(secret === null ? {} : storeDeviceSecret(secret)),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('deviceStates').values({ deviceId: id }).execute();
    ids.set(sn, id);
  }
}
