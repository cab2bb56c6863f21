import type { Readable } from 'node:stream';
import type { RouteName } from '@sunfleet/contract';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '../actor.ts';
import { createTurns, type Turns } from '../turns.ts';
import { senderOf, type WorkOfPeople } from './work-of-people.ts';

/** Files on their way to one person at a time, each with an open file and half a megabyte of memory, and so many more that wait. */
const OF_ONE = 8;
const WAITING = 64;

export const createFilesOfPeople = (): Turns =>
  createTurns({ atOnce: Number.POSITIVE_INFINITY, ofOne: OF_ONE, waitingEach: WAITING });

interface FileAnswer {
  context: Pick<RequestContext, 'actor' | 'address'>;
  name: RouteName;
  reply: FastifyReply;
}

/**
 * Answers a route with a file. Finding it is work like that of any other route, in turns of people; sending it lasts as long as its reader likes, so one
 * person has a few under way. Throws AppError `tooManyRequests`.
 */
export function sendFile(
  { people, files }: { people: WorkOfPeople; files: Turns },
  { context, name, reply }: FileAnswer,
  find: () => Promise<Readable>,
): Promise<never> {
  const sender = senderOf(context);
  return files.take(sender.person, async () => {
    const content = await people.lookUp(sender, name, find);
    await reply.send(content);
    // The reply is the file; there is no envelope.
    return undefined as never;
  });
}
