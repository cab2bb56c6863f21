import type { SentCommand } from '@sunfleet/contract';
import { sql, type Selectable } from 'kysely';
import type { DeviceReply, DeviceRequest } from '../../platform/links/device-links.ts';
import { personOf } from '../../platform/person-of.ts';
import type { CommandsTable } from '../../platform/postgres/tables/commands.ts';

type Row = Pick<
  Selectable<CommandsTable>,
  'id' | 'request' | 'state' | 'at' | 'sentAt' | 'endedAt' | 'reply'
> & {
  /** Null: the server, or an account that is gone. */
  knownUserId: number | null;
  name: string | null;
};

/** Who asked for a command, and where: `isTold`. */
export const COMMAND = {
  at: sql`commands.at`,
  by: sql`commands.user_id`,
  organisation: sql`commands.organisation_id`,
};

/** A command as lists show it. */
export function viewCommand(row: Row): SentCommand {
  const { id, knownUserId, name, request, state, at, sentAt, endedAt, reply } = row;
  return {
    id,
    user: personOf(knownUserId, name),
    asked: askedOf(JSON.parse(request!) as DeviceRequest),
    state,
    at: at.getTime(),
    sentAt: sentAt?.getTime() ?? null,
    endedAt: endedAt?.getTime() ?? null,
    ...answerOf(reply === null ? undefined : (JSON.parse(reply) as DeviceReply)),
  };
}

function askedOf(request: DeviceRequest): SentCommand['asked'] {
  if (request.type === 'modbusWrite') return { ...request, words: [...request.words] };
  return request.type === 'command' ? { ...request, params: { ...request.params } } : request;
}

function answerOf(
  reply: DeviceReply | undefined,
): Pick<SentCommand, 'failure' | 'detail' | 'words' | 'result'> {
  const none = { failure: null, detail: null, words: null, result: null };
  if (!reply) return none;
  if (!reply.ok) return { ...none, failure: reply.failure, detail: reply.detail ?? null };
  return { ...none, words: reply.words ? [...reply.words] : null, result: reply.result ?? null };
}
