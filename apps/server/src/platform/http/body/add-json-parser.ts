import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { checkJsonShape } from '../../bytes/check-json-shape.ts';

type Done = (error: Error | null, body?: unknown) => void;
type InTurn = (request: FastifyRequest, bytes: Buffer, parse: () => Promise<unknown>) => Promise<unknown>;

/** Lets an app take JSON bodies, read by `read` and parsed `inTurn`. Their shape is checked before they are parsed: parsing cannot be interrupted. */
export function addJsonParser(
  app: FastifyInstance,
  read: (request: FastifyRequest, payload: Readable) => Promise<Buffer>,
  inTurn: InTurn = (_request, _bytes, parse) => parse(),
): void {
  const parseText = app.getDefaultJsonParser('error', 'error');
  async function parsed(request: FastifyRequest, payload: Readable): Promise<unknown> {
    const bytes = await read(request, payload);
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    return inTurn(request, bytes, () => {
      checkJsonShape(bytes);
      parseText(request, bytes.toString('utf8'), (error, body) => (error ? reject(error) : resolve(body)));
      return promise;
    });
  }
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: Readable, done: Done) => {
    parsed(request, payload).then(
      (body) => done(null, body),
      (error: Error) => done(error),
    );
  });
}
