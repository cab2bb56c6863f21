import { randomUUID } from 'node:crypto';
import { LIMITS } from '@sunfleet/contract';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { makeDevice, makeOrganisation, makeUser } from '../../../test/makers.ts';
import { systemActor, type Actor } from '../../platform/actor.ts';
import type { AskedCommand, OpenCommand } from '../../platform/links/command-book.ts';
import { createDeviceLinks } from '../../platform/links/create-device-links.ts';
import type { DeviceReply, DeviceRequest, ServeRequest } from '../../platform/links/device-links.ts';
import { findUserActor } from '../../platform/user-actor.ts';
import { endOverdue, forgetCommands } from '../commands/index.ts';
import { createCommandBook } from './index.ts';

const platform = await testPlatform();
afterAll(() => platform.stop());

const book = createCommandBook(platform);
const standby: DeviceRequest = { type: 'command', name: 'standby', params: { on: true } };

/** A command to a device of its own, as somebody asks for it. */
async function asked(timeoutMs = 10_000): Promise<AskedCommand> {
  const { id } = await makeDevice(platform, { organisationId: (await makeOrganisation(platform)).id });
  return {
    to: { actor: systemActor, deviceId: id },
    request: standby,
    timeoutMs,
    idempotencyKey: randomUUID(),
  };
}

async function opened(command: AskedCommand): Promise<OpenCommand> {
  const open = await book.open(command);
  if (!('id' in open)) throw new Error(`not opened: ${JSON.stringify(open)}`);
  return open;
}

const rowOf = (id: number) =>
  platform.db.selectFrom('commands').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const stateOf = async (id: number) => (await rowOf(id)).state;

/** Lets the time of a command be over, with what its server still has to say. */
const letRunOut = (id: number) =>
  platform.db
    .updateTable('commands')
    .set({ deadline: sql<Date>`now() - interval '1 minute'` })
    .where('id', '=', id)
    .execute();

/** Links with one gateway that answers as it is told. */
function linksTo(gateway: ServeRequest) {
  const links = createDeviceLinks(book);
  links.serve(gateway);
  return ({ to, request, ...options }: AskedCommand) => links.request(to, request, options);
}

test('a command is sent before its bytes leave, and done when the device answered', async () => {
  const command = await asked();
  const seen: unknown[] = [];
  const newest = () =>
    platform.db
      .selectFrom('commands')
      .select(['id', 'state', 'changeNo', 'sentAt'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  const request = linksTo(async (_sn, _request, { beforeSending }) => {
    seen.push(await newest());
    await beforeSending();
    seen.push(await newest());
    return { ok: true, result: { temperature: 21 } };
  });
  const reply = await request(command);
  const id = reply.command!.id;
  expect(reply).toEqual({ ok: true, result: { temperature: 21 }, command: { id, state: 'done' } });
  expect(seen).toEqual([
    { id, state: 'queued', changeNo: 1, sentAt: null },
    { id, state: 'sent', changeNo: 2, sentAt: expect.any(Date) },
  ]);
  expect(await rowOf(id)).toMatchObject({ state: 'done', changeNo: 3, endedAt: expect.any(Date) });
});

test('a second call with the same key sends nothing and answers what became of the first one, also while that is under way', async () => {
  const command = await asked();
  const answers = Promise.withResolvers<DeviceReply>();
  let sent = 0;
  const request = linksTo(async (_sn, _request, { beforeSending }) => {
    await beforeSending();
    sent += 1;
    return answers.promise;
  });
  const calls = [request(command), request(command), request(command)];
  await vi.waitFor(() => expect(sent).toBe(1));
  calls.push(request(command));
  answers.resolve({ ok: true, result: 7 });
  const replies = await Promise.all(calls);
  expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
  expect(replies[0]).toMatchObject({ ok: true, result: 7, command: { state: 'done' } });
  expect(await request(command)).toEqual(replies[0]);
  expect(sent).toBe(1);
});

test('of an answer that is too large to be kept stays that it came', async () => {
  const [small, large] = [await asked(), await asked()];
  const result = { x: 'x'.repeat(LIMITS.keptReplyBytes) };
  const answer = (told: unknown): ServeRequest => {
    return async (_sn, _request, { beforeSending }) => {
      await beforeSending();
      return { ok: true, result: told };
    };
  };
  const came = await linksTo(answer(result))(large);
  expect(came).toMatchObject({ ok: true, result, command: { state: 'done' } });
  expect(await rowOf(came.command!.id)).toMatchObject({ state: 'done', reply: '{"ok":true}' });
  const kept = await linksTo(answer({ x: 1 }))(small);
  expect(await rowOf(kept.command!.id)).toMatchObject({ reply: '{"ok":true,"result":{"x":1}}' });
});

test('a key belongs to one caller and one command', async () => {
  const command = await asked();
  const { organisationId } = await rowOf((await opened(command)).id);
  const user = await makeUser(platform, { role: 'organisationAdmin', organisationId: organisationId! });
  const actor = (await findUserActor(platform.db, { userId: user.id, at: platform.clock.now() })) as Actor;
  expect(await book.open({ ...command, to: { ...command.to, actor } })).toHaveProperty('id');
  const other = { ...command, request: { ...standby, name: 'restart' } };
  expect(await book.open(other)).toEqual({ failure: 'keyTaken' });
  const elsewhere = { ...command, to: (await asked()).to };
  expect(await book.open(elsewhere)).toEqual({ failure: 'keyTaken' });
  expect(await book.open(command)).toHaveProperty('known');
});

test('what nobody ended in its time has failed where it had not left, and is unknown where it had', async () => {
  const [waiting, left, running] = [await asked(), await asked(), await asked()];
  const [one, two, three] = [await opened(waiting), await opened(left), await opened(running)];
  await book.send(two, left);
  await letRunOut(one.id);
  await letRunOut(two.id);
  expect(await endOverdue(platform.db, platform.clock.now())).toBe(2);
  expect([await stateOf(one.id), await stateOf(two.id), await stateOf(three.id)]).toEqual([
    'failed',
    'unknown',
    'queued',
  ]);
  expect(await book.outcome(two.id)).toEqual({
    ok: false,
    failure: 'timeout',
    sent: true,
    command: { id: two.id, state: 'unknown' },
  });
  // Its server was only slow: it does not send any more.
  await expect(book.send(one, waiting)).rejects.toMatchObject({ failure: 'timeout' });
});

test('a late answer makes clear what was unknown, and nothing changes what has ended', async () => {
  const command = await asked();
  const open = await opened(command);
  await book.send(open, command);
  const end = (reply: DeviceReply) => book.end(open.id, standby, reply);
  expect(await end({ ok: false, failure: 'disconnected', sent: true })).toBe('unknown');
  expect(await end({ ok: true })).toBe('done');
  expect(await end({ ok: false, failure: 'refused', sent: true })).toBe('done');
  expect(await rowOf(open.id)).toMatchObject({ state: 'done', changeNo: 4, reply: '{"ok":true}' });
  await expect(book.send(open, command)).rejects.toMatchObject({ failure: 'timeout' });
});

test('a command is not sent after its time, whatever the clocks of the servers say', async () => {
  const command = await asked();
  const open = await opened(command);
  await letRunOut(open.id);
  platform.clock.advance(-300_000);
  await expect(book.send(open, command)).rejects.toMatchObject({ failure: 'timeout' });
  platform.clock.advance(300_000);
  expect(await stateOf(open.id)).toBe('queued');
});

test('whoever gives a command up without a word of it takes its key, so that a server that hears of it later sends nothing', async () => {
  const command = await asked();
  const gone = await book.giveUp(command);
  expect(gone).toMatchObject({ ok: false, failure: 'timeout', sent: false, command: { state: 'failed' } });
  let sent = 0;
  const request = linksTo(async (_sn, _request, { beforeSending }) => {
    await beforeSending();
    sent += 1;
    return { ok: true };
  });
  expect(await request(command)).toEqual(gone);
  expect(sent).toBe(0);
});

test('commands and their answers are forgotten after their days', async () => {
  const [old, young] = [await opened(await asked()), await opened(await asked())];
  const ago = (days: number) => new Date(platform.clock.now() - days * 86_400_000);
  const set = (id: number, at: Date) =>
    platform.db.updateTable('commands').set({ at }).where('id', '=', id).execute();
  await set(old.id, ago(LIMITS.commandDays + 1));
  await set(young.id, ago(LIMITS.commandDays - 1));
  await forgetCommands(platform);
  const kept = await platform.db
    .selectFrom('commands')
    .select('id')
    .where('id', 'in', [old.id, young.id])
    .execute();
  expect(kept).toEqual([{ id: young.id }]);
});
