import type { FastifyReply, FastifyRequest } from 'fastify';
import { LIMITS } from '@sunfleet/contract';
import type { Actor } from '../actor.ts';
import { receiveFile } from '../http/receive-file.ts';
import { senderOf } from '../http/work-of-people.ts';
import { laneOf } from '../newcomers.ts';
import type { Platform } from '../platform.ts';
import { createTurns } from '../turns.ts';
import type { Table } from './read/read-table.ts';
import { createTableReader, type TableReader } from './read/table-reader.ts';

/** Where all uploaded tables of a server are read, whatever they are tables of: two at a time, one of an organisation, organisations that are not new first, and of these the one that was given least lately. */
export interface TableDesk {
  /**
   * Takes the table of a multipart request. Throws AppError: invalidInput (no file), payloadTooLarge, unsupportedFileType, stationTableUnreadable,
   * stationTableTooWide, tooManyRequests.
   */
  receive(exchange: {
    actor: Actor;
    request: FastifyRequest;
    reply: FastifyReply;
  }): Promise<{ table: Table; fileName: string }>;
}

export function createTableDesk(
  platform: Pick<Platform, 'db' | 'clock'>,
  reader: TableReader = createTableReader(),
): TableDesk {
  // A table that waits for its turn is held in memory.
  const turns = createTurns({ atOnce: 2, ofOne: 1, waitingEach: 6, waitingInAll: 24, leastFirst: true });
  return {
    async receive({ actor, request, reply }) {
      const { bytes, fileName } = await receiveFile(request, reply, LIMITS.stationBatchBytes);
      const { organisation } = senderOf({ actor, address: request.ip });
      const lane = await laneOf(platform, actor.organisationId);
      const table = await turns.take(organisation, () => reader.read(bytes), lane);
      return { table, fileName };
    },
  };
}
