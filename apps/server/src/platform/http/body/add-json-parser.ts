import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkJsonShape } from '../../bytes/check-json-shape.ts';

type Done = (error: Error | null, body?: unknown) => void;

/** Lets an app take JSON bodies, read by `read`. Their shape is checked before they are parsed: parsing cannot be interrupted. */
export function addJsonParser(
  app: FastifyInstance,
  read: (request: FastifyRequest, payload: Readable) => Promise<Buffer>,
): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  async function readText(request: FastifyRequest, payload: Readable): Promise<string> {
    const bytes = await read(request, payload);
    checkJsonShape(bytes);
    return bytes.toString('utf8');
  }
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: Readable, done: Done) => {
    readText(request, payload).then(
      (text) => void parse(request, text, done),
      (error: Error) => done(error),
    );
  });
}
