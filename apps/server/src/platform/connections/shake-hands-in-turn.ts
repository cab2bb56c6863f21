import type net from 'node:net';
import type tls from 'node:tls';
import { siteOrNetwork } from '../network-of.ts';
import { createTurns } from '../turns.ts';
import type { WorkSlices } from '../work-slices.ts';
import { isWholeHello, LARGEST_HELLO } from './client-hello.ts';
import type { EmptyTalk } from './empty-talk.ts';
import { endTinyRecords } from './end-tiny-records.ts';
import { lineOf, SecureLine } from './secure-line.ts';
import { sendersOf } from './senders-of.ts';

/** A connection whose first word is not whole after so long is closed, and so is one whose handshake then takes as long. */
const PATIENCE_MS = 10_000;
/**
 * Handshakes under way: of one site, and of all. Each may ask for its work at any time, so that no more than these can ask for it at the
 * same moment. Where one takes longer, the next begins.
 */
export const UNDER_WAY = { ofOne: 32, atOnce: 64 } as const;
const PLACE_MS = 1000;
/** Read of a connection in one go. */
const MEMORY_BYTES = 16_384;

/** Begins the handshake of a connection by calling `accept` with its line, when it is its turn. */
export type ShakeHands = (socket: net.Socket, accept: (line: SecureLine) => void) => void;

interface Parts {
  slices: WorkSlices;
  emptyTalk: EmptyTalk;
  /** Tells whether an address is that of a proxy, whose connections are of many. */
  isNear(address: string): boolean;
}

/**
 * Lets connections of a TLS server begin their handshakes once their first word is there as a whole, in turns of sites and few at a time. Each
 * costs a signature, some milliseconds of work that nothing interrupts, and a stranger can ask for thousands at the same moment: by
 * first words, by the last bytes of these, or by what comes after.
 */
export function shakeHandsInTurn(server: tls.Server, { slices, emptyTalk, isNear }: Parts): ShakeHands {
  const turns = createTurns(UNDER_WAY);
  const memory = Buffer.allocUnsafe(MEMORY_BYTES);
  /** What to call when a handshake is done, by the name of its connection. */
  const underWay = new Map<string, (secure?: tls.TLSSocket) => void>();
  server.prependListener('secureConnection', (secure) => {
    lineOf(secure).describe(secure);
    endTinyRecords(secure);
    underWay.get(nameOf(secure))?.(secure);
  });

  async function begin(socket: net.Socket, accept: () => void): Promise<void> {
    const site = siteOrNetwork(socket.remoteAddress ?? '');
    await turns.take(site, async () => {
      await slices.turn(() => site);
      if (!socket.destroyed) await shakeHands(socket, accept);
    });
  }

  /** Resolves when the handshake is done, or may be left to itself. */
  function shakeHands(socket: net.Socket, accept: () => void): Promise<void> {
    const name = nameOf(socket);
    const { promise, resolve } = Promise.withResolvers<void>();
    const place = setTimeout(resolve, PLACE_MS);
    const patience = setTimeout(() => socket.destroy(), PATIENCE_MS);
    const done = (secure?: tls.TLSSocket) => {
      if (secure) emptyTalk.watch(socket, secure);
      clearTimeout(place);
      clearTimeout(patience);
      underWay.delete(name);
      resolve();
    };
    underWay.set(name, done);
    socket.once('close', () => done());
    accept();
    return promise;
  }

  function turnOf(socket: net.Socket): () => Promise<void> | undefined {
    const { account, site } = sendersOf(socket, isNear);
    return () =>
      slices.turn(
        () => account,
        () => site,
      );
  }

  return (socket, accept) => {
    const fail = () => socket.destroy();
    // Until the handshake begins nobody else listens.
    socket.on('error', fail);
    const takeHello = collectHello(socket, () => {
      void begin(socket, () => {
        socket.removeListener('error', fail);
        accept(new SecureLine(socket, { hello: takeHello(), turn: turnOf(socket), memory }));
      });
    });
  };
}

/**
 * Takes what a client says out of the socket, so that it is noticed when the client goes away meanwhile, and calls back when its first word is
 * there. Answers how to get the bytes.
 */
function collectHello(socket: net.Socket, come: () => void): () => Buffer {
  let bytes: Buffer = Buffer.alloc(0);
  let isWhole = false;
  const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
  function look(): void {
    // Without a number it would be one piece. Zero tells the socket that its end was seen.
    const more = socket.read(socket.readableLength) as Buffer | null;
    if (!more) return;
    bytes = Buffer.concat([bytes, more]);
    if (bytes.length > LARGEST_HELLO) socket.destroy();
    else if (!isWhole && isWholeHello(bytes)) {
      isWhole = true;
      clearTimeout(timer);
      come();
    }
  }
  socket.once('close', () => clearTimeout(timer));
  socket.on('readable', look);
  return () => {
    socket.removeListener('readable', look);
    return bytes;
  };
}

/** An address and port have one connection to a server at a time. */
function nameOf({ remoteAddress, remotePort }: net.Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
