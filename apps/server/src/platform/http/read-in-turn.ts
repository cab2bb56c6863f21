import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { sendersOf } from '../connections/senders-of.ts';
import type { WorkSlices } from '../work-slices.ts';
import { createFairRoom, type FairRoomSize, type Occupant } from './body/fair-room.ts';

/** So much of a connection is read in one turn: some milliseconds of work, whatever it is. */
const PIECE_BYTES = 8192;
const MB = 1024 * 1024;
/** What has come and is not read yet; each network is an account here. */
const ROOM: FairRoomSize = { account: 4 * MB, site: 16 * MB, inAll: 64 * MB };

interface Options {
  slices: Pick<WorkSlices, 'turn'>;
  /** Tells whether an address is that of a proxy, whose connections are of many people. */
  isNear(address: string): boolean;
  room?: FairRoomSize;
}

/**
 * Reads what comes over connections in pieces, in slices of time and in turns of their sites and networks. Node reads all that has come over all of them
 * before anything else has a turn, whatever it costs: some milliseconds of each, which hundreds of connections of a stranger make seconds.
 */
export function readInTurn(server: Server, { slices, isNear, room: size = ROOM }: Options): void {
  const room = createFairRoom(size);

  server.on(server instanceof tls.Server ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (socket.destroyed) return;
    const senders = sendersOf(socket, isNear);
    const unread: Occupant = { ...senders, held: 0, since: 0, stop: () => void socket.destroy() };
    socket.once('close', () => room.leave(unread));
    readPieces(socket, {
      turn: () =>
        slices.turn(
          () => senders.account,
          () => senders.site,
        ),
      hold: (bytes) => room.take(unread, bytes),
      release: () => room.leave(unread),
    });
  });
}

interface Reading {
  /** Undefined where nobody waits. */
  turn(): Promise<void> | undefined;
  /** Counts bytes that wait; throws where there is no room for them. */
  hold(bytes: number): void;
  release(): void;
}

function readPieces(socket: Socket, { turn, hold, release }: Reading): void {
  passSocket(socket);
  const { push, _read: readMore } = socket;
  const waiting: Buffer[] = [];
  let isReading = false;
  let isOver = false;
  let wantsMore = false;

  async function readAll(): Promise<void> {
    isReading = true;
    for (let [bytes] = waiting; bytes && !socket.destroyed; [bytes] = waiting) {
      const wait = turn();
      if (wait) await wait;
      if (socket.isPaused()) await resumed(socket);
      if (socket.destroyed) return;
      waiting.shift();
      if (bytes.length > PIECE_BYTES) waiting.unshift(bytes.subarray(PIECE_BYTES));
      push.call(socket, bytes.subarray(0, PIECE_BYTES));
    }
    isReading = false;
    release();
    if (isOver) end();
    else if (wantsMore) more();
  }

  function more(): void {
    wantsMore = false;
    readMore.call(socket, 0);
  }

  function end(): void {
    push.call(socket, null);
    socket.read(0);
  }

  socket._read = (size) => {
    if (isReading) wantsMore = true;
    else readMore.call(socket, size);
  };
  socket.push = (bytes: Buffer | null) => {
    if (bytes === null) {
      isOver = true;
      return isReading ? false : push.call(socket, null);
    }
    waiting.push(bytes);
    if (!isReading) void readAll();
    if (!isReading) return true;
    try {
      hold(bytes.length);
    } catch {
      socket.destroy();
    }
    return false;
  };
}

/** Node takes the bytes of a connection past its socket while nobody else listens to it. */
function passSocket(socket: Socket): void {
  const listen = () => undefined;
  socket.on('data', listen);
  socket.off('data', listen);
}

function resumed(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => {
    socket.off('resume', done);
    socket.off('close', done);
    resolve();
  };
  socket.once('resume', done);
  socket.once('close', done);
  return promise;
}
