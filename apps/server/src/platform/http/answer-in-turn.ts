import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkOf, siteOrNetwork } from '../network-of.ts';
import { createWorkSlices } from '../work-slices.ts';

/** Requests of one connection that may wait behind the one being answered. Browsers and proxies send none ahead of an answer. */
const MOST_WAITING = 8;
/** An answer of which nothing is read for so long ends with its connection. */
const UNREAD_MS = 60_000;

/**
 * Answers the requests of a connection one after the other. Node hands over all that a client sends ahead at once, and would begin them all
 * though their sender reads nothing: each would hold its file, its rows and its packed bytes. Here the next one begins when the answer
 * before it has left, and whoever sends more ahead than `MOST_WAITING` is disconnected before anything is done for it. What waited begins
 * in turns of sites and networks, and so does what a proxy sends of others; `readInTurn` was the turn of the rest.
 */
export function answerInTurn(
  app: FastifyInstance,
  { unreadMs = UNREAD_MS, slices = createWorkSlices() } = {},
): void {
  const waitingOf = new WeakMap<Socket, (() => void)[]>();

  function beginNext(socket: Socket): void {
    const waiting = waitingOf.get(socket) ?? [];
    const begin = waiting.shift();
    if (!begin) waitingOf.delete(socket);
    if (!socket.writable) return;
    // What was sent behind those that wait is read when none is left, so that no bodies gather.
    if (waiting.length === 0) socket.resume();
    begin?.();
  }

  app.addHook('onRequest', (request, { raw: response }, begin) => {
    const { socket } = request.raw;
    // A request that a test injects comes over no connection.
    if (!(socket instanceof Socket)) return begin();
    const answer = (hasTurn: boolean) => {
      endUnread(response, socket, unreadMs);
      response.once('close', () => beginNext(socket));
      const network = () => networkOf(request.ip);
      const turn = hasTurn ? undefined : slices.turn(network, () => siteOrNetwork(request.ip));
      if (turn) void turn.then(() => begin());
      else begin();
    };
    const waiting = waitingOf.get(socket);
    if (!waiting) {
      waitingOf.set(socket, []);
      return answer(request.ip === socket.remoteAddress);
    }
    if (waiting.length >= MOST_WAITING) return hangUp(socket);
    waiting.push(() => answer(false));
    socket.pause();
  });
}

/** What makes requests of the bytes of a connection. */
interface Parsing {
  parser?: { onIncoming: (() => number) | null } | null;
}
/** The answer to a request behind which no bytes are of HTTP. */
const NO_MORE_HTTP = 2;

/**
 * Disconnects whoever sends too much ahead. Node would still make a request of each piece of what it has read, 2,400 of 64 kB, and tell each of them
 * that its sender is gone: some 60 ms, in which nobody else has a turn, so that a megabyte a second kept the server from everybody. Node has no
 * name for that; a test sees that nothing more is made.
 */
function hangUp(socket: Socket & Parsing): void {
  if (socket.parser) socket.parser.onIncoming = () => NO_MORE_HTTP;
  socket.destroy();
}

/** Without bytes that wait to be read, the silence is that of a long piece of work, or of an upload, which has a time of its own. */
function endUnread(response: ServerResponse, socket: Socket, unreadMs: number): void {
  response.setTimeout(unreadMs, () => {
    if (socket.writableLength > 0) socket.destroy();
  });
}
