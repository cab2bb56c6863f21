import { LIMITS, type Proposal, type Role } from '@sunfleet/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { openApi, type Client } from '../../../test/api-kit.ts';
import { testPlatform } from '../../../test/harness.ts';
import { makeHybrid } from '../../../test/hybrid-kit.ts';
import { makeDevice, makeOrganisation, makeStation } from '../../../test/makers.ts';
import { releaseFirmware } from '../../../test/upgraded-fleet.ts';
import { waitingForLocks } from '../../../test/waiting-for-locks.ts';
import type { RequestContext } from '../../platform/actor.ts';
import { withLockPatience } from '../../platform/postgres/lock-patience.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { registerCommandsRoutes } from '../commands/index.ts';
import { registerFirmwareRoutes } from '../firmware/index.ts';
import { registerInstructionsRoutes } from '../instructions/index.ts';
import { registerParametersRoutes } from '../parameters/index.ts';
import { approveProposal } from './approve-proposal.ts';
import { registerProposalsRoutes } from './index.ts';

const platform = await testPlatform();
const { db, pool, clock } = platform;
const { server, someone } = await openApi(
  platform,
  registerCommandsRoutes,
  registerFirmwareRoutes,
  registerInstructionsRoutes,
  registerParametersRoutes,
  registerProposalsRoutes,
);
afterAll(async () => {
  await server.app.close();
  await platform.stop();
});

type Someone = Awaited<ReturnType<typeof someone>>;

interface Kind {
  role: Role;
  /** Calls it, after what it is about was made. */
  propose: (one: Someone) => Promise<unknown>;
  /** What of it is there once it is done, and how often. */
  done: (approver: number) => Promise<number>;
  /** The table that it writes to. */
  table: string;
}

const ofUser = async (table: 'runs' | 'firmwareUpgrades', userId: number) =>
  (await db.selectFrom(table).select('id').where('userId', '=', userId).execute()).length;

/** Each route that waits for a second person. */
const KINDS: Record<string, Kind> = {
  resumePlatformCommands: {
    role: 'platformAdmin',
    async propose(one) {
      await one.post('/commands/stop', { reason: 'Firmware' });
      const { stopped } = (await one.get('/commands')).data;
      return one.post('/commands/resume', { reason: 'All is well', stoppedAt: stopped.at });
    },
    async done(approver) {
      const resumed = await auditOf(approver, 'commands.resume');
      const open = await db.selectFrom('commandRules').select('stoppedAt').execute();
      expect(open).toEqual([{ stoppedAt: resumed === 0 ? expect.any(Date) : null }]);
      return resumed;
    },
    table: 'command_rules',
  },
  startFirmwareUpgrade: {
    role: 'installer',
    async propose({ post, organisationId }) {
      const { id: firmwareId } = await releaseFirmware(platform);
      const { id: stationId } = await makeStation(platform, { organisationId: organisationId! });
      await makeDevice(platform, {
        kind: 'logger',
        model: 'SF-L1',
        firmware: '1.4.2',
        stationId,
        organisationId,
      });
      return post('/firmware-upgrades', { firmwareId, stationIds: [stationId] });
    },
    done: (approver) => ofUser('firmwareUpgrades', approver),
    table: 'firmware_upgrades',
  },
  runDangerousSet: {
    role: 'installer',
    async propose({ post, organisationId }) {
      const { id } = await makeHybrid(platform, { organisationId: organisationId! });
      const wild = { code: 'EXPORT', name: 'Export', fn: 16, address: 185, data: '0023', dangerous: true };
      const { data: one } = await post('/instructions', wild);
      const steps = [{ instructionId: one.id }];
      const { data: set } = await post('/instruction-sets', { code: 'WINTER', name: 'Winter', steps });
      return post(`/instruction-sets/${set.id}/run-dangerous`, { target: { deviceIds: [id] } });
    },
    done: (approver) => ofUser('runs', approver),
    table: 'runs',
  },
  setDangerousParameters: {
    role: 'installer',
    async propose({ post, organisationId }) {
      const { id } = await makeHybrid(platform, { organisationId: organisationId! });
      const body = { changes: [{ key: 'grid.voltageMax', value: 253 }], reason: 'Grid operator' };
      return post(`/devices/${id}/parameters/dangerous`, body);
    },
    done: (approver) => ofUser('runs', approver),
    table: 'runs',
  },
};
const NAMES = Object.keys(KINDS);

const auditOf = async (userId: number, action: string) =>
  (
    await db
      .selectFrom('auditLog')
      .select('id')
      .where('userId', '=', userId)
      .where('action', '=', action)
      .execute()
  ).length;

/** Something that one person proposed, and two who may approve it. */
async function proposed(name: string) {
  const { role, propose, done, table } = KINDS[name]!;
  const organisationId = role === 'platformAdmin' ? null : (await makeOrganisation(platform)).id;
  const [one, second, third] = [
    await someone(role, { organisationId }),
    await someone(role, { organisationId }),
    await someone(role, { organisationId }),
  ];
  expect(await propose(one)).toMatchObject({ error: 'secondPersonNeeded' });
  const waiting: Proposal[] = (await second.get('/proposals')).data;
  const { id, digest, input } = waiting.findLast(({ route }) => route === name)!;
  return {
    second,
    third,
    table,
    input,
    accept: (client: Client) => client.post(`/proposals/${id}/accept`, { digest }),
    /** The same for who waits no longer than this for others. */
    async acceptPatiently({ user }: Someone, ms: number): Promise<void> {
      const actor = (await findUserActor(db, { userId: user.id, at: clock.now() }))!;
      const context: RequestContext = { actor, address: null, language: 'en-US', bearer: '' };
      await withLockPatience(ms, () => approveProposal(server, context, { id, digest }));
    },
    done: ({ user }: Someone) => done(user.id),
    state: async () =>
      (await db.selectFrom('proposals').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state,
  };
}

/** Lets PostgreSQL fail at the entries that the work itself writes into the log; `of`: at those of one person. Answers how to end that. */
async function failAtWork(of?: number): Promise<() => Promise<unknown>> {
  const ofOne = of === undefined ? '' : ` AND NEW.user_id = ${of}`;
  await pool.query(`
    CREATE FUNCTION fail_at_work() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
    CREATE TRIGGER fail_at_work BEFORE INSERT ON audit_log FOR EACH ROW
      WHEN (NEW.action IN ('commands.resume', 'firmware.upgrade', 'runs.start')${ofOne}) EXECUTE FUNCTION fail_at_work()`);
  return () => pool.query('DROP FUNCTION fail_at_work CASCADE');
}

/** Holds a table so that nobody writes to it, until `release`. */
async function hold(table: string, mode = 'EXCLUSIVE') {
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query(`LOCK TABLE ${table} IN ${mode} MODE`);
  return async () => {
    await holder.query('COMMIT');
    holder.release();
  };
}

test.each(NAMES)('%s waits on where the store fails at it, and is done by the next press', async (name) => {
  const { second, accept, done, state } = await proposed(name);
  const mend = await failAtWork();
  expect((await accept(second)).error).toBe('storeUnavailable');
  await mend();
  expect([await state(), await done(second)]).toEqual(['open', 0]);
  expect(await auditOf(second.user.id, 'proposals.accept')).toBe(0);
  expect((await accept(second)).code).toBe(200);
  expect([await state(), await done(second)]).toEqual(['approved', 1]);
  expect(await auditOf(second.user.id, 'proposals.accept')).toBe(1);
  expect((await accept(second)).error).toBe('proposalNotFound');
});

test.each(NAMES)('%s waits on where others hold what it writes to for too long', async (name) => {
  const { second, table, accept, acceptPatiently, done, state } = await proposed(name);
  const release = await hold(table);
  await expect(acceptPatiently(second, 100)).rejects.toMatchObject({ key: 'beingChanged' });
  await release();
  expect([await state(), await done(second)]).toEqual(['open', 0]);
  expect((await accept(second)).code).toBe(200);
  expect([await state(), await done(second)]).toEqual(['approved', 1]);
});

test('who finds the firmware held by others is told to press again, not that nothing waits', async () => {
  const { second, accept, acceptPatiently, done } = await proposed('startFirmwareUpgrade');
  const release = await hold('firmware');
  await expect(acceptPatiently(second, 100)).rejects.toMatchObject({ key: 'beingChanged' });
  await release();
  expect((await accept(second)).code).toBe(200);
  expect(await done(second)).toBe(1);
});

test.each(NAMES)('%s is done once where two approve it at once', async (name) => {
  const { second, third, accept, done, state } = await proposed(name);
  const release = await hold('audit_log', 'SHARE');
  const both = [accept(second), accept(third)];
  await vi.waitUntil(async () => (await waitingForLocks(platform)) === 2);
  await release();
  const answers = await Promise.all(both);
  expect(answers.map(({ error }) => error ?? 'done').toSorted()).toEqual(['done', 'proposalNotFound']);
  const [did, late] = answers[0]!.code === 200 ? [second, third] : [third, second];
  expect([await auditOf(did.user.id, 'proposals.accept'), await done(did)]).toEqual([1, 1]);
  expect(await auditOf(late.user.id, 'proposals.accept')).toBe(0);
  expect(await state()).toBe('approved');
});

test('the second of two who approve at once does what the store failed at for the first', async () => {
  const { second, third, accept, done, state } = await proposed('setDangerousParameters');
  const mend = await failAtWork(second.user.id);
  const release = await hold('audit_log', 'SHARE');
  const first = accept(second);
  await vi.waitUntil(async () => (await waitingForLocks(platform)) === 1);
  const next = accept(third);
  await vi.waitUntil(async () => (await waitingForLocks(platform)) === 2);
  await release();
  expect([(await first).error, (await next).code]).toEqual(['storeUnavailable', 200]);
  await mend();
  expect([await state(), await done(second), await done(third)]).toEqual(['approved', 0, 1]);
});

test('what is refused has failed, nothing of it stays, and the log says why', async () => {
  const { second, input, accept, done, state } = await proposed('setDangerousParameters');
  const { params } = JSON.parse(input) as { params: { id: number } };
  const now = new Date(clock.now());
  const spent = { deviceId: params.id, at: now, sentAt: now, writes: true, state: 'done' } as const;
  await db
    .insertInto('commands')
    .values(Array.from({ length: LIMITS.deviceWritesPerDay }, () => spent))
    .execute();
  expect((await accept(second)).error).toBe('writeBudgetSpent');
  expect([await state(), await done(second)]).toEqual(['failed', 0]);
  const log = await db
    .selectFrom('auditLog')
    .select(['action', 'after'])
    .where('userId', '=', second.user.id)
    .execute();
  const after = { state: 'failed', reason: 'writeBudgetSpent' };
  expect(log).toMatchObject([{ action: 'proposals.accept', after }]);
  expect((await accept(second)).error).toBe('proposalNotFound');
});
