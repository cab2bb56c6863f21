import type { RouteName } from '@sunfleet/contract';
import type { FastifyReply } from 'fastify';
import type { RequestContext } from '../actor.ts';
import type { AppError } from '../errors.ts';
import { keptName } from '../kept-files/kept-name.ts';
import type { Platform } from '../platform.ts';
import { sendFile } from './send-file.ts';
import type { HttpServer } from './server.ts';

/** A picture or document that is kept, and where its content is. */
interface FoundFile {
  name: string;
  type: string;
  bytes: number;
  file: string;
}

interface KeptAnswer {
  context: Pick<RequestContext, 'actor' | 'address'>;
  name: RouteName;
  reply: FastifyReply;
  find: () => Promise<FoundFile>;
  /** What is said where its content was removed since its row was read. */
  gone: () => AppError;
}

/** Answers a route with a file that people uploaded; nothing of it runs, wherever it is opened. */
export function sendKept(
  server: HttpServer,
  { files }: Pick<Platform, 'files'>,
  { context, name, reply, find, gone }: KeptAnswer,
): Promise<never> {
  return sendFile(server, { context, name, reply }, async () => {
    const found = await find();
    if (!(await files.exists(found.file))) throw gone();
    reply
      .type(found.type)
      .header('content-length', found.bytes)
      .header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(keptName(found.name, found.type))}`,
      )
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, max-age=3600, immutable')
      // Whoever signs in next in the same browser asks anew.
      .header('vary', 'authorization, origin');
    return files.read(found.file);
  });
}
