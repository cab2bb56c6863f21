import type { LinkError } from '@sunfleet/contract';
import { V5_CONTROL, V5StreamParser, type V5Frame } from '@sunfleet/device-model';
import type { Socket } from 'node:net';
import { AppError, messageOf } from '../../platform/errors.ts';
import { networkOf, siteOrNetwork } from '../../platform/network-of.ts';
import { addStream, type V5Count } from './counters.ts';
import { createFirmwareTransfers, type FirmwareTransfers } from './firmware/firmware-transfers.ts';
import { takePaced } from './frame-pace.ts';
import { handleFrame } from './handle-frame.ts';
import { newSession } from './new-session.ts';
import { createPollLoop, type PollLoop } from './poll-loop.ts';
import { readPieces, type Pieces } from './read-pieces.ts';
import { loggerOf, snOf, type V5Parts, type V5Session } from './session.ts';

/** Bytes without one valid frame after which the other side is not taken for a logger. */
const MOST_GARBAGE = 65_536;
/** Answers nobody reads, in bytes, after which the connection is given up. */
const MOST_UNREAD = 262_144;

/** A logger's connection. */
export interface V5Connection {
  session: V5Session;
  parser: V5StreamParser;
  poll: PollLoop;
  transfers: FirmwareTransfers;
  close(reason?: V5Count): void;
}

export interface ConnectionEvents {
  /** The logger said who it is. Rejects when it may not connect. */
  admit(connection: V5Connection): Promise<void>;
  closed(connection: V5Connection): void;
}

interface Line extends V5Connection {
  socket: Socket;
  /** What has come and is not looked through yet. */
  pieces: Pieces;
  events: ConnectionEvents;
  /** Frames that came and wait for their turn: those of one read of the socket. */
  waiting: V5Frame[];
  /** Frames taken and not answered yet. */
  working: number;
  /** Until it is, one frame is taken at a time: whoever is refused has sent the others in vain. */
  admitted: boolean;
  /** It asks what hangs on the logger. */
  begun: boolean;
  /** How long it may say nothing valid, ms, and when it last did. */
  patienceMs: number;
  validAt: number;
  /** Runs while the connection rests. */
  rest: NodeJS.Timeout | undefined;
  /** Settles once it is decided whether the logger may connect; undefined: not asked yet, or to be asked again. */
  admission: Promise<void> | undefined;
  /** Answers go out in the order of their frames. */
  answers: Promise<void>;
}

/** Serves one socket until it ends. */
export function serveConnection(socket: Socket, parts: V5Parts, events: ConnectionEvents): V5Connection {
  const session = newSession(socket, parts);
  const poll = createPollLoop(session);
  const line: Line = {
    session,
    parser: new V5StreamParser(),
    poll,
    transfers: createFirmwareTransfers({ session, road: parts.firmware, onInstalled: poll.identify }),
    close: (reason) => close(line, reason),
    socket,
    pieces: readPieces(socket, {
      isLetIn: () => line.admitted,
      turn: () => turnOf(line),
      take: (piece) => takeBytes(line, piece),
    }),
    events,
    waiting: [],
    working: 0,
    admitted: false,
    begun: false,
    rest: undefined,
    admission: undefined,
    answers: Promise.resolve(),
    patienceMs: parts.options.helloMs,
    validAt: performance.now(),
  };
  socket.setNoDelay(true);
  socket.setKeepAlive(true, 60_000);
  socket.setTimeout(parts.options.helloMs, () => close(line, 'idleClosed'));
  socket.on('error', (error) =>
    parts.platform.log.debug({ err: messageOf(error) }, 'connection of a logger broke'),
  );
  socket.on('close', () => close(line));
  return line;
}

/** Whoever is admitted takes turns as the organisation of the logger, others as the networks that they come from. */
function turnOf({ session, admitted }: Line): Promise<void> | undefined {
  const { slices, directory } = session.parts;
  const site = () => siteOrNetwork(session.address);
  if (!admitted) return slices.turn(() => networkOf(session.address), site);
  return slices.turn(() => directory.bySn(snOf(session))?.organisationCode ?? `of nobody ${site()}`);
}

function takeBytes(line: Line, chunk: Buffer): void {
  const { parser, session } = line;
  const before = faultsOf(parser);
  const frames = parser.push(chunk);
  for (const frame of frames) sortFrame(line, frame);
  // Bytes that are no frame, or frames of nobody, keep the socket from falling silent, and a place in the network's share taken.
  if (frames.length > 0 && session.serial !== 0) line.validAt = performance.now();
  else if (performance.now() - line.validAt > line.patienceMs) close(line, 'idleClosed');
  const faults = faultsOf(parser) - before;
  session.pace.spend(faults);
  if (faults > 0) session.trouble.note('badFrames', faults);
  if (parser.stats.frames === 0 && parser.stats.garbage + parser.pending > MOST_GARBAGE)
    close(line, 'garbageClosed');
  goOn(line);
}

/** Bytes that began like a frame and were none. Each was read to its end. */
const faultsOf = ({ stats }: V5StreamParser): number =>
  stats.badChecksum + stats.badEnd + stats.badMarker + stats.oversized;

/** Answers to commands are taken at once, whatever waits. Every other frame of the logger gets in line. */
function sortFrame(line: Line, frame: V5Frame): void {
  const { session, socket } = line;
  const { counts } = session.parts.counters;
  const isOther = session.serial !== 0 && frame.serial !== session.serial;
  if (
    !isOther &&
    (frame.control === V5_CONTROL.commandAnswer || frame.control === V5_CONTROL.commandInterim)
  ) {
    const isAwaited = session.channel.take(frame);
    counts[isAwaited ? 'commandAnswer' : 'lateAnswer'] += 1;
    // One that is awaited goes on being so after any number of interim ones.
    if (!isAwaited || frame.control === V5_CONTROL.commandInterim) session.pace.spend();
    return;
  }
  // Nobody answers for another logger, whatever it was asked.
  if (frame.serial === 0 || isOther) {
    counts.otherSerial += 1;
    session.trouble.note('otherSerial', 1);
    session.pace.spend();
    return;
  }
  if (session.serial === 0) {
    session.serial = frame.serial;
    line.patienceMs = session.parts.options.idleMs;
    socket.setTimeout(line.patienceMs);
  }
  line.waiting.push(frame);
}

/** Takes what waits as far as window and pace let it, and reads on once nothing is left. */
function goOn(line: Line): void {
  const { session, socket, waiting } = line;
  if (session.closed) return;
  const window = line.admitted ? session.parts.options.window : 1;
  const restMs = takePaced(session.pace, {
    mayTake: () => waiting.length > 0 && line.working < window,
    take: () => takeFrame(line, waiting.shift()!),
  });
  if (restMs > 0) rest(line, restMs);
  if (restMs === 0 && waiting.length === 0 && line.working < window) return readOn(line);
  socket.pause();
  // An answer to a command may stand behind what waits.
  if (line.admitted) line.pieces.look();
}

function rest(line: Line, ms: number): void {
  line.rest ??= setTimeout(() => {
    line.rest = undefined;
    goOn(line);
  }, ms).unref();
}

/** Reads on once the store has room, too. */
function readOn(line: Line): void {
  const room = line.session.parts.ingest.room();
  if (room) void room.then(() => goOn(line));
  else line.pieces.readOn();
}

function takeFrame(line: Line, frame: V5Frame): void {
  const { session } = line;
  session.pace.spend();
  line.working += 1;
  const work = afterRoom(line)
    .then(() => admission(line))
    .then(() => handleFrame(session, frame));
  work.catch(() => {});
  line.answers = line.answers.then(() => answerWith(line, work));
}

/** Nothing is taken from a logger before it is admitted. A store that could not say is asked again with the next frame. */
function admission(line: Line): Promise<void> {
  line.admission ??= line.events.admit(line).then(
    async () => {
      line.admitted = true;
      const { id } = await loggerOf(line.session);
      const { platform, directory } = line.session.parts;
      const known = directory.knownAs(id);
      if (known) platform.connections.known(line.socket, known, 'v5');
      line.session.trouble.open(id);
    },
    (error: unknown) => {
      line.admission = undefined;
      throw error;
    },
  );
  return line.admission;
}

/** While the store has no room, nothing is read from the socket, so the logger waits. */
async function afterRoom(line: Line): Promise<void> {
  const room = line.session.parts.ingest.room();
  if (!room) return;
  line.socket.pause();
  await room;
}

async function answerWith(line: Line, work: Promise<Uint8Array | undefined>): Promise<void> {
  const { session, socket } = line;
  try {
    const answer = await work;
    if (answer && socket.writable) socket.write(answer);
    if (!session.closed) begin(line);
  } catch (error) {
    failed(line, error);
  }
  line.working -= 1;
  if (socket.writableLength > MOST_UNREAD) close(line, 'notReading');
  goOn(line);
}

/** Asks what hangs on the logger, and goes on with images that are on their way, once it is known who it is. */
function begin(line: Line): void {
  if (line.begun) return;
  line.begun = true;
  line.poll.start();
  line.transfers.goOn();
}

/** Without an answer the logger sends the frame again. A logger that the platform refuses is disconnected. */
function failed(line: Line, error: unknown): void {
  const { parts } = line.session;
  const unwanted = error instanceof AppError && error.status < 500 && error.key !== 'quotaReached';
  const told = { logger: snOf(line.session), err: messageOf(error) };
  if (unwanted) close(line, 'unknownRefused');
  else {
    parts.counters.counts.notStored += 1;
    line.session.trouble.note('notStored', 1);
  }
  const message = unwanted ? 'logger refused' : 'frame not stored, not answered';
  parts.repeated(`${told.logger} ${told.err}`, (count) =>
    parts.platform.log.warn({ ...told, count }, message),
  );
}

/** Why a connection was closed, as its people read it. */
const CLOSED_BY: Readonly<Partial<Record<V5Count, LinkError>>> = {
  idleClosed: 'silent',
  notReading: 'notReading',
  replaced: 'replaced',
};

function close(line: Line, reason?: V5Count): void {
  const { session } = line;
  if (session.closed) return;
  session.closed = true;
  if (reason) session.parts.counters.counts[reason] += 1;
  const word = reason && CLOSED_BY[reason];
  if (word) session.trouble.note(word);
  session.trouble.flush();
  addStream(session.parts.counters, line.parser.stats);
  line.waiting.length = 0;
  clearTimeout(line.rest);
  line.poll.stop();
  line.transfers.stop();
  session.channel.close();
  line.socket.destroy();
  line.events.closed(line);
}
