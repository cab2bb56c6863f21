import { randomBytes } from 'node:crypto';
import { fixedTariff } from '@sunfleet/analysis';
import type { Role } from '@sunfleet/contract';
import { enterAsVisitor } from '../../src/features/accounts/visitor.ts';
import { signIn } from '../../src/features/accounts/index.ts';
import type { TestPlatform } from '../harness.ts';
import { mintStationBatch } from './mint-station-batch.ts';
import { mintDeviceImport } from './mint-device-import.ts';
import { mintFirmware } from './mint-firmware.ts';
import { mintDeviceBatch } from './mint-device-batch.ts';
import { mintInstructions, mintRun } from './mint-run.ts';
import {
  mintAlarmRule,
  mintComponent,
  mintOwnProfile,
  mintProduct,
  mintProductFile,
  mintSim,
} from './mint-of-organisation.ts';
import { mintOfStation } from './mint-of-station.ts';
import { makeDevice, makeOrganisation, makePasskey, makeStation, makeUser } from '../makers.ts';

/** Kinds of objects that routes name by id. */
export const KINDS = [
  'station',
  'device',
  'sn',
  'organisation',
  'member',
  'role',
  'grant',
  'offer',
  'handOver',
  'label',
  'component',
  'product',
  'ownProfile',
  'sim',
  'task',
  'firmware',
  'firmwareKey',
  'firmwareUpgrade',
  'tariff',
  'savedView',
  'stationExport',
  'invite',
  'inviteCode',
  'apiKey',
  'ingestKey',
  'passkey',
  'session',
  'import',
  'stationBatch',
  'deviceImport',
  'stationFile',
  'productFile',
  'energyCorrection',
  'alarm',
  'alarmShield',
  'alarmRule',
  'stationNote',
  'message',
  'deviceBatch',
  'instruction',
  'instructionSet',
  'proposal',
  'run',
  'dispute',
] as const;
export type Kind = (typeof KINDS)[number];
export type Ids = Readonly<Record<Kind, string>>;

export interface World {
  ids: Ids;
  /** Texts that nobody from elsewhere may ever read. */
  secrets: readonly string[];
}

const unique = () => randomBytes(6).toString('hex');

/** Somebody of a role with an object of every kind that is theirs. */
export async function mintWorld(platform: TestPlatform, role: Role): Promise<World & { token: string }> {
  const { user, organisation, station, device } = await mintHome(platform, role);
  const text = unique();
  const member = await makeUser(platform, {
    name: `Member ${unique()}`,
    role: 'internalReadOnly',
    organisationId: organisation.id,
  });
  const { id: userId } = user;
  const organisationId = organisation.id;
  // One waits for no other: to mint a world takes longer than most requests.
  const [grant, offer, handOver, ofOrganisation, keys, ofStation, others] = await Promise.all([
    mintGrant(platform, { toUserId: member.id, createdBy: userId, stationId: station.id }),
    mintGrant(platform, { toUserId: userId, createdBy: member.id, stationId: station.id }),
    mintHandOver(platform, { stationId: station.id, fromUserId: member.id, toUserId: userId }),
    mintOfOrganisation(platform, { organisationId, userId, text }),
    mintKeys(platform, userId),
    mintOfStation(platform, { station, device, userId, text }),
    mintOthers(platform, { organisationId, userId, memberId: member.id, deviceId: device.id, text }),
  ]);
  const ids: Record<Kind, string | number> = {
    station: station.id,
    device: device.id,
    sn: device.sn,
    organisation: organisationId,
    member: member.id,
    grant,
    offer,
    handOver,
    ...ofOrganisation,
    ...keys,
    ...ofStation,
    ...others,
  };
  return {
    token: role === 'visitor' ? await visitorToken(platform) : await signIn(platform, user),
    ids: Object.fromEntries(Object.entries(ids).map(([kind, id]) => [kind, String(id)])) as Record<
      Kind,
      string
    >,
    secrets: [station.name, device.sn, organisation.name, member.name, member.email!, text],
  };
}

async function mintOthers(
  platform: TestPlatform,
  of: { organisationId: number; userId: number; memberId: number; deviceId: number; text: string },
) {
  const { organisationId, userId, memberId, deviceId, text } = of;
  return {
    stationBatch: await mintStationBatch(platform, { userId, text }),
    deviceImport: await mintDeviceImport(platform, { userId, text }),
    ...(await mintFirmware(platform, { organisationId, userId, text })),
    message: await mintMessage(platform, text),
    proposal: await mintProposal(platform, memberId, text),
    deviceBatch: await mintDeviceBatch(platform, { organisationId, deviceId, text }),
    ...(await mintInstructions(platform, organisationId)),
    run: await mintRun(platform, { userId, organisationId, text }),
  };
}

/** What belongs to an organisation as a whole. */
async function mintOfOrganisation(
  platform: TestPlatform,
  { organisationId, userId, text }: { organisationId: number; userId: number; text: string },
) {
  const { db, clock } = platform;
  const now = clock.now();
  const role = await db
    .insertInto('roles')
    .values({
      organisationId,
      name: `Role ${text}`,
      description: 'Made for the walk',
      basedOn: 'internalReadOnly',
      attribution: 'internal',
      scope: 'organisation',
      permissions: ['stations.view'],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const label = await db
    .insertInto('labels')
    .values({ organisationId, name: `Label ${text}`, color: '#112233' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const tariff = await db
    .insertInto('tariffs')
    .values({
      organisationId,
      name: `Tariff ${text}`,
      currency: 'EUR',
      versions: JSON.stringify([{ from: null, rules: fixedTariff({ import: 0.3, feedIn: 0.08 }) }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const view = await db
    .insertInto('savedViews')
    .values({
      userId,
      organisationId: null,
      name: `View ${text}`,
      columns: ['name'],
      filters: '{}',
      sort: 'name',
      direction: 'asc',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const made = await db
    .insertInto('stationExports')
    .values({
      userId,
      format: 'csv',
      query: JSON.stringify({ text }),
      createdAt: new Date(now),
      // No file: none is downloaded here.
      state: 'failed',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const invite = await db
    .insertInto('invites')
    .values({
      organisationId,
      code: `WALK${text}`,
      role: 'internalReadOnly',
      expiresAt: new Date(now + 86_400_000),
      createdBy: userId,
      createdAt: new Date(now),
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  const ingestKey = await db
    .insertInto('ingestKeys')
    .values({ organisationId, name: `Key ${text}`, keyHash: randomBytes(32) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const product = await mintProduct(db, organisationId, text);
  return {
    role: role.id,
    label: label.id,
    component: await mintComponent(db, organisationId, text),
    product,
    ownProfile: await mintOwnProfile(db, organisationId, text),
    productFile: await mintProductFile(platform, product),
    alarmRule: await mintAlarmRule(db, organisationId, text),
    sim: await mintSim(db, organisationId, text),
    tariff: tariff.id,
    savedView: view.id,
    stationExport: made.id,
    invite: invite.id,
    inviteCode: invite.code,
    ingestKey: ingestKey.id,
  };
}

async function mintHandOver(
  { db, clock }: TestPlatform,
  of: { stationId: number; fromUserId: number; toUserId: number },
): Promise<number> {
  const { id } = await db
    .insertInto('handOvers')
    .values({
      ...of,
      createdAt: new Date(clock.now()),
      expiresAt: new Date(clock.now() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function mintMessage({ db, clock }: TestPlatform, text: string): Promise<number> {
  const { id } = await db
    .insertInto('outbox')
    .values({
      channel: 'mail',
      recipient: `${text}@example.test`,
      template: 'login',
      language: 'en-US',
      subject: 'Walk',
      body: text,
      state: 'notConfigured',
      createdAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** What an administrator of the platform could approve, if somebody had proposed it who may. */
async function mintProposal({ db, clock }: TestPlatform, proposedBy: number, text: string): Promise<number> {
  const now = clock.now();
  const { id } = await db
    .insertInto('proposals')
    .values({
      route: 'resumePlatformCommands',
      input: JSON.stringify({ body: { reason: text, stoppedAt: now } }),
      digest: text.padEnd(64, '0'),
      proposedBy,
      proposedAt: new Date(now),
      expiresAt: new Date(now + 1_800_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A grant that waits for an answer. */
async function mintGrant(
  platform: TestPlatform,
  grant: { toUserId: number; createdBy: number; stationId: number },
): Promise<number> {
  const now = platform.clock.now();
  const { stationId, ...parties } = grant;
  const { id } = await platform.db
    .insertInto('grants')
    .values({
      ...parties,
      role: 'viewer',
      beginsAt: new Date(now),
      endsAt: new Date(now + 86_400_000),
      createdAt: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db.insertInto('grantStations').values({ grantId: id, stationId }).execute();
  return id;
}

async function mintHome(platform: TestPlatform, role: Role) {
  const organisation = await makeOrganisation(platform);
  // Another administrator, so that nothing fails only because the last administrator must stay.
  await makeUser(platform, { role: 'organisationAdmin', organisationId: organisation.id });
  const user = await makeUser(platform, {
    role: role === 'visitor' ? 'owner' : role,
    organisationId: organisation.id,
  });
  const granted = role === 'serviceProvider' || role === 'stationAdmin';
  const station = await makeStation(platform, {
    organisationId: organisation.id,
    ownerId: granted ? null : user.id,
    // One of before that the runtime knows and the database does not: no route and nobody's figures fail by it.
    timeZone: 'US/Pacific-New',
    shared: role === 'visitor',
  });
  const device = await makeDevice(platform, { stationId: station.id, organisationId: organisation.id });
  if (granted) await grantTo(platform, { userId: user.id, stationId: station.id });
  return { organisation, user, station, device };
}

/** These roles have nothing of their own; they work by an accepted grant with commands. */
async function grantTo(platform: TestPlatform, { userId, stationId }: { userId: number; stationId: number }) {
  const now = platform.clock.now();
  const { id } = await platform.db
    .insertInto('grants')
    .values({
      state: 'accepted',
      toUserId: userId,
      role: 'operator',
      commands: true,
      beginsAt: new Date(now - 1000),
      endsAt: new Date(now + 86_400_000),
      createdAt: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await platform.db.insertInto('grantStations').values({ grantId: id, stationId }).execute();
}

async function mintKeys(platform: TestPlatform, userId: number) {
  const { db } = platform;
  const apiKey = await db
    .insertInto('apiKeys')
    .values({
      userId,
      name: 'Walk',
      prefix: 'sfa_walk',
      keyHash: randomBytes(32),
      permissions: ['stations.view'],
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const passkey = await makePasskey(platform, userId, 'Walk');
  await signIn(platform, { id: userId });
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return { apiKey: apiKey.id, passkey, session: session.id };
}

async function visitorToken(platform: TestPlatform): Promise<string> {
  return (await enterAsVisitor(platform, { address: null, userAgent: null })).token;
}
