import type { Readable } from 'node:stream';
import type { RouteName } from '@sunfleet/contract';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '../actor.ts';
import { admitStill } from './admit.ts';
import type { HttpServer } from './server.ts';
import { senderOf } from './work-of-people.ts';

interface FileAnswer {
  context: Pick<RequestContext, 'actor' | 'address'>;
  name: RouteName;
  reply: FastifyReply;
  /** Whether it is written while it is sent. */
  isWritten?: boolean;
}

/** What a file that is written while it is sent holds, while its reader takes nothing: some rows or values, and their text once more on its way. */
const WRITTEN_BYTES = 2 * 1024 ** 2;

/**
 * Reads a part of a file that is written while it is sent, as its person may read by then: parts are work like that of any other request, and a person has
 * several files under way, whose reading would keep others from the database. Throws AppError where the session ended or the right is gone.
 */
export type ReadPart = <T>(read: (now: RequestContext) => Promise<T>) => Promise<T>;

/**
 * Answers a route with a file. Finding it is work like that of any other route, in turns of people; sending it lasts as long as its reader likes, so one
 * person has a few under way. Throws AppError `tooManyRequests`.
 */
export function sendFile(
  server: HttpServer,
  { context, name, reply, isWritten = false }: FileAnswer,
  find: (readPart: ReadPart) => Promise<Readable>,
): Promise<never> {
  const { people, files, openFiles, answers } = server;
  const sender = senderOf(context);
  const readPart: ReadPart = (read) =>
    people.lookUp(sender, name, async () => read(await admitStill(server, name, reply.request)));
  return files.take(sender.person, async () => {
    // Eight of each of hundreds of accounts, whose readers take next to nothing, are more than a server has memory.
    const exchange = { request: reply.request, reply };
    if (isWritten) answers.hold(sender.person, exchange, WRITTEN_BYTES);
    else openFiles.hold(sender.person, exchange);
    const content = await people.lookUp(sender, name, () => find(readPart));
    await reply.send(content);
    // The reply is the file; there is no envelope.
    return undefined as never;
  });
}
