import { grantPermissions, OFFERED_PERMISSIONS, type OfferedPermission } from '@sunfleet/contract';
import { sql } from 'kysely';
import { signIn } from '../../src/features/accounts/index.ts';
import { readPublicKey } from '../../src/features/firmware/public-key.ts';
import { mintMaker } from '../firmware-kit.ts';
import type { TestPlatform } from '../harness.ts';
import { makeGrant, makeRole, makeUser } from '../makers.ts';
import { mintWorld, type Ids, type Kind, type World } from './world.ts';

/** What a grant can give, each more than the one before. */
export const BUNDLES = [
  { role: 'viewer', commands: false },
  { role: 'operator', commands: false },
  { role: 'operator', commands: true },
] as const;

/** The first of the bundles that gives a permission; as many as there are where none does. */
export function gradeOf(permission: OfferedPermission | 'any'): number {
  const found = BUNDLES.findIndex(
    (bundle) => permission === 'any' || grantPermissions(bundle).includes(permission),
  );
  return found < 0 ? BUNDLES.length : found;
}

/** Kinds of objects that hang on a station or device, and come within reach with it. */
export const ON_STATION = [
  'station',
  'device',
  'sn',
  'grant',
  'handOver',
  'alarm',
  'alarmShield',
  'stationNote',
  'stationFile',
  'energyCorrection',
  'import',
  'dispute',
] as const satisfies readonly Kind[];

/** Kinds of objects of an organisation that act on what they name. */
const ACTS_ON_STATION = [
  'run',
  'task',
  'firmwareUpgrade',
  'tariff',
  'sim',
] as const satisfies readonly Kind[];

export interface Scene {
  /** What is granted, with all that hangs on it. */
  home: World;
  /** Ids of a request about it, and of one about what is the guest's. */
  ids: Ids;
  own: Ids;
  /** Kinds of those that came with the grant. */
  granted: readonly Kind[];
  userId: number;
  token: () => Promise<string>;
}

const EVERYTHING = OFFERED_PERMISSIONS.filter((name) => name !== 'platform.manage');

/** How long a sign-in counts as a fresh one, and less. */
const FRESH_MS = 300_000;

/**
 * A station, and somebody to whom it was granted whose role gives everything: of another organisation, of which the guest reaches all, or of the
 * same one, of which the guest reaches nothing else.
 */
export async function mintScene(
  platform: TestPlatform,
  { guest, grade, by }: { guest: Guest; grade: number; by?: World },
): Promise<Scene> {
  const home = await mintWorld(platform, 'organisationAdmin');
  const isNear = guest === 'of the same organisation';
  const own = isNear ? home : (by ?? (await mintWorld(platform, 'organisationAdmin')));
  await actOn(platform, home);
  if (!isNear) await signFirmware(platform, own);
  await signFirmware(platform, home);
  const organisationId = Number(own.ids.organisation);
  const scope = isNear ? 'granted' : 'organisation';
  const basedOn = isNear ? 'internalReadOnly' : 'organisationAdmin';
  const { id: roleId } = await makeRole(platform, {
    organisationId,
    scope,
    basedOn,
    permissions: EVERYTHING,
  });
  const user = await makeUser(platform, { organisationId, role: basedOn, roleId });
  const stationId = Number(home.ids.station);
  await makeGrant(platform, { ...BUNDLES[grade]!, toUserId: user.id, stationId });
  const granted: readonly Kind[] = isNear ? [...ON_STATION, ...ACTS_ON_STATION] : ON_STATION;
  const ids = { ...own.ids, ...Object.fromEntries(granted.map((kind) => [kind, home.ids[kind]])) };
  let token = { value: '', until: 0 };
  return {
    home,
    ids,
    own: own.ids,
    granted,
    userId: user.id,
    async token() {
      const now = platform.clock.now();
      if (now >= token.until) token = { value: await signIn(platform, user), until: now + FRESH_MS };
      return token.value;
    },
  };
}

export const GUESTS = ['of another organisation', 'of the same organisation'] as const;
export type Guest = (typeof GUESTS)[number];

const NOTHING = { failure: null, detail: null, fromVersion: null, runId: null, beganAt: null, endedAt: null };

/** Puts the station and its device into what acts on some. */
async function actOn({ db, clock }: TestPlatform, { ids }: World): Promise<void> {
  const number = (kind: Kind) => Number(ids[kind]);
  const [stationId, deviceId] = [number('station'), number('device')];
  // Nobody of the organisation owns it: what the guest reaches there is what was granted.
  await db.updateTable('stations').set({ ownerId: null }).where('id', '=', stationId).execute();
  // Nobody begins with it before: a run that has ended is directed no more.
  const notBefore = new Date(clock.now() + 365 * 86_400_000);
  await db
    .insertInto('runDevices')
    .values({ runId: number('run'), deviceId, position: 0, steps: '[]', notBefore })
    .execute();
  await db
    .updateTable('runs')
    .set({ endedAt: null, state: 'executing' })
    .where('id', '=', number('run'))
    .execute();
  const target = JSON.stringify({ deviceIds: [deviceId], stationIds: [], labelIds: [], batchIds: [] });
  await db.updateTable('tasks').set({ target }).where('id', '=', number('task')).execute();
  await db
    .insertInto('firmwareUpgradeDevices')
    .values({ upgradeId: number('firmwareUpgrade'), deviceId, wave: 0, state: 'failed', ...NOTHING })
    .execute();
  await db
    .insertInto('stationTariffs')
    .values({ stationId, tariffId: number('tariff'), fromDay: '-infinity' })
    .execute();
  await db.updateTable('simCards').set({ deviceId }).where('id', '=', number('sim')).execute();
}

const maker = mintMaker();

/** Signs the firmware of a world, so that a request gets as far as the devices that it names. */
async function signFirmware({ db }: TestPlatform, { ids }: World): Promise<void> {
  const publicKey = readPublicKey(maker.publicKey);
  const claims = await db
    .selectFrom('firmware')
    .select([
      'name',
      'version',
      'component',
      'models',
      'hardware',
      'fromVersion',
      'toVersion',
      'bytes',
      'sha256',
    ])
    .where('id', '=', Number(ids.firmware))
    .executeTakeFirstOrThrow();
  await db
    .insertInto('firmwareKeys')
    .values({ name: 'Maker', publicKey, createdBy: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id: keyId } = await db
    .selectFrom('firmwareKeys')
    .select('id')
    .where('publicKey', '=', publicKey)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('firmware')
    .set({ keyId, signature: maker.sign(claims) })
    .where('id', '=', Number(ids.firmware))
    .execute();
}

/** How many changes of what was granted the log tells by the guest: each change stands there. */
export async function changesBy({ db }: TestPlatform, { home, granted, userId }: Scene): Promise<number> {
  const objects = granted.map((kind) => `${kind} ${home.ids[kind]}`);
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM audit_log WHERE user_id = ${userId} AND allowed
       AND (station_id = ${Number(home.ids.station)} OR object_type || ' ' || object_id = ANY(${objects}::text[]))`.execute(
    db,
  );
  return rows[0]!.n;
}
