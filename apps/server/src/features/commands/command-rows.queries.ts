import { LIMITS, type CommandState } from '@sunfleet/contract';
import { sql, type Insertable, type RawBuilder, type SqlBool } from 'kysely';
import type { AskedCommand } from '../../platform/links/command-book.ts';
import { onlyReads, type DeviceReply, type DeviceRequest } from '../../platform/links/device-links.ts';
import type { Db } from '../../platform/postgres/client.ts';
import { prepare } from '../../platform/postgres/prepare.ts';
import type { CommandsTable } from '../../platform/postgres/tables/commands.ts';
import { holdingStops } from '../command-stops/index.ts';

/** The device of a command as it stands when it is asked. */
export interface CommandedDevice {
  organisationId: number | null;
  stationId: number | null;
}

export const writesTo = (request: DeviceRequest): boolean => !onlyReads(request);

/** Keeps a new command; answers its id, or undefined where its key has one already. */
export async function insertCommand(
  db: Db,
  { to, request, timeoutMs, idempotencyKey }: AskedCommand,
  { organisationId, stationId, now }: CommandedDevice & { now: number },
): Promise<number | undefined> {
  const { rows } = await writeCommand(db, {
    at: new Date(now),
    userId: to.actor.userId,
    organisationId,
    stationId,
    deviceId: to.deviceId,
    writes: writesTo(request),
    key: idempotencyKey,
    request: JSON.stringify(request),
    timeoutMs,
  });
  return rows[0]?.id;
}

interface NewCommand extends Omit<Insertable<CommandsTable>, 'deadline'> {
  timeoutMs: number;
}

/** Lets the commit of its transaction not wait for the disk. */
const WITHOUT_DISK = sql<string>`set_config('synchronous_commit', 'off', true)`;

const writeCommand = prepare('write_command', (db, { timeoutMs, ...command }: NewCommand) =>
  db
    .insertInto('commands')
    .values({
      ...command,
      deadline: sql<Date>`clock_timestamp() + ${timeoutMs} * interval '1 millisecond'`,
    })
    .onConflict((conflict) => conflict.doNothing())
    // The commit that says `sent` comes before bytes leave, and makes this one durable as well: the disk is waited for once.
    .returning(['id', WITHOUT_DISK.as('later')]),
);

/** The command of a key of this caller, and whether it is the same one. */
export async function findCommand(
  db: Db,
  asked: AskedCommand,
): Promise<{ id: number; same: boolean } | undefined> {
  const { to, idempotencyKey } = asked;
  const row = await db
    .selectFrom('commands')
    .select(['id', 'deviceId', 'request'])
    .where(ofKey('commands', { caller: to.actor.userId ?? 0, key: idempotencyKey }))
    .executeTakeFirst();
  return row && { id: row.id, same: sameCommand(asked, row) };
}

/** The condition that a row is the command of a key of a caller; as the index is made. */
export const ofKey = (
  commands: string,
  { caller, key }: { caller: number; key: string },
): RawBuilder<SqlBool> =>
  sql<SqlBool>`(coalesce(${sql.ref(`${commands}.userId`)}, 0) = ${caller} AND ${sql.ref(`${commands}.key`)} = ${key})`;

/** Whether a row asks for the same. */
export const sameCommand = (
  { to, request }: AskedCommand,
  row: { deviceId: number | null; request: string | null },
): boolean => row.deviceId === to.deviceId && row.request === JSON.stringify(request);

/**
 * Marks a command as sent, before its bytes leave, and keeps stops waiting until the transaction ends. Answers where the device belonged when the
 * command was taken; undefined: it may not leave any more, because it was ended or its time is over.
 */
export async function markSent(db: Db, id: number, now: number): Promise<CommandedDevice | undefined> {
  return (await writeSent(db, { id, at: new Date(now) })).rows[0];
}

/** What only reads changes nothing at the device: its row may be lost with the power, and the disk is not waited for. */
const READ_WITHOUT_DISK = sql<string | null>`CASE WHEN NOT writes THEN ${WITHOUT_DISK} END`;

const writeSent = prepare('write_sent', (db, { id, at }: { id: number; at: Date }) =>
  db
    .updateTable('commands')
    .set((eb) => ({ state: 'sent', sentAt: at, changeNo: eb('changeNo', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where('deadline', '>', sql<Date>`clock_timestamp()`)
    .returning(['organisationId', 'stationId'])
    .returning([holdingStops.as('held'), READ_WITHOUT_DISK.as('later')]),
);

/** Keeps how a command ended. One of which nobody knew is made clear by an answer that comes late; nothing else changes what has ended. */
export async function markEnded(
  db: Db,
  id: number,
  { state, reply, now }: { state: CommandState; reply: DeviceReply; now: number },
): Promise<CommandState> {
  const open: CommandState[] = state === 'unknown' ? ['queued', 'sent'] : ['queued', 'sent', 'unknown'];
  const ended = { id, open, state, reply: keptReply(reply), at: new Date(now) };
  const [changed] = (await writeEnd(db, ended)).rows;
  return changed?.state ?? (await readCommands(db, [id]))[0]?.state ?? state;
}

/** A device may answer a megabyte, a thousand times in an hour: kept for months, such answers filled the disk, and a list of them the memory. */
function keptReply(reply: DeviceReply): string {
  const whole = JSON.stringify(reply);
  return reply.ok && Buffer.byteLength(whole) > LIMITS.keptReplyBytes ? ONLY_THAT_IT_CAME : whole;
}

const ONLY_THAT_IT_CAME = JSON.stringify({ ok: true } satisfies DeviceReply);

interface EndedCommand {
  id: number;
  open: readonly CommandState[];
  state: CommandState;
  reply: string;
  at: Date;
}

const writeEnd = prepare('write_command_end', (db, { id, open, state, reply, at }: EndedCommand) =>
  db
    .updateTable('commands')
    .set((eb) => ({ state, endedAt: at, reply, changeNo: eb('changeNo', '+', 1) }))
    .where('id', '=', id)
    .where(sql<SqlBool>`state = ANY(${open})`)
    .returning(['state', READ_WITHOUT_DISK.as('later')]),
);

/** Commands as they stand. */
export const readCommands = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('commands')
    .select(['id', 'state', 'reply'])
    .select(sql<boolean>`deadline + ${GRACE} < clock_timestamp()`.as('overdue'))
    .where(sql<SqlBool>`id = ANY(${ids}::bigint[])`)
    .execute();

/** How long after its time a command may still be ended by the server that sends it. */
const GRACE = sql`interval '2 seconds'`;

const NEVER_SENT: DeviceReply = { ok: false, failure: 'timeout', sent: false };
const NEVER_ANSWERED: DeviceReply = { ok: false, failure: 'timeout', sent: true };

/**
 * Ends commands whose time is over and whose server is gone: what had not left has failed, and of what had left nobody knows. Answers how many there
 * were.
 */
export async function endOverdue(db: Db, now: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('commands')
    .set((eb) => ({
      state: sql<CommandState>`CASE state WHEN 'queued' THEN 'failed' ELSE 'unknown' END`,
      reply: sql<string>`CASE state WHEN 'queued' THEN ${JSON.stringify(NEVER_SENT)} ELSE ${JSON.stringify(NEVER_ANSWERED)} END`,
      endedAt: new Date(now),
      changeNo: eb('changeNo', '+', 1),
    }))
    .where('state', 'in', ['queued', 'sent'])
    .where(sql<SqlBool>`deadline + ${GRACE} < clock_timestamp()`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}
