import type { Client } from 'aedes';
import type { WorkSlices } from '../../platform/work-slices.ts';
import type { PacketSender } from './packet-room.ts';

/** Messages of one turn, roughly: each is up to a tenth of a millisecond of work, also one that is refused. */
const MOST_MESSAGES = 64;
/** Bytes that are read in one turn, by how large the messages of the connection are. */
const FEWEST_BYTES = 4096;
const MOST_BYTES = 65_536;

/** Parts of the broker's client that its types leave out. */
interface ReadingClient {
  closed: boolean;
  _paused?: boolean;
  /** Packets of the last read that are not answered yet. */
  _parsingBatch: number;
  /** Counts an answered packet; once it was the last one, reads from the socket and takes what has come. */
  _nextBatch: (error?: Error) => void;
  _parser: { parse(bytes: Buffer): number };
}

export interface ReadingTurns {
  slices: WorkSlices;
  /** Who takes turns with others; undefined until the device has shown its secret. */
  sender: () => PacketSender | undefined;
}

/**
 * Reads from a connection when it is the sender's turn: devices of one sender that publish as fast as their lines carry would keep
 * everybody else waiting for all of them. What is not read stays in the socket, so nothing is lost when the device hangs up meanwhile.
 */
export function readInTurn(client: Client, { slices, sender }: ReadingTurns): void {
  const reading = readingOf(client);
  const socket = client.conn;
  const next = reading._nextBatch;
  let waits = false;
  let most = FEWEST_BYTES;

  function read(): void {
    reading._parsingBatch = 0;
    const bytes = socket.read(Math.min(socket.readableLength, most)) as Buffer | null;
    if (!bytes) return;
    reading._parser.parse(bytes);
    const messages = reading._parsingBatch;
    if (messages > MOST_MESSAGES) most = Math.max(FEWEST_BYTES, most / 2);
    else if (messages < MOST_MESSAGES / 2) most = Math.min(MOST_BYTES, most * 2);
    // A piece of a message has no answer after which it would go on.
    if (messages === 0 && !reading.closed && socket.readableLength > 0) reading._nextBatch();
  }

  async function readAfter(turn: Promise<void>): Promise<void> {
    await turn;
    waits = false;
    if (!reading.closed && !reading._paused) read();
  }

  const nextInTurn = (error?: Error): void => {
    if (error || reading._paused || reading._parsingBatch > 1) return next(error);
    if (waits || reading.closed) return undefined;
    const from = sender();
    if (!from) return next();
    const turn = slices.turn(() => from.organisationCode ?? `of nobody ${from.site}`);
    if (!turn) return read();
    waits = true;
    void readAfter(turn);
    return undefined;
  };
  reading._nextBatch = nextInTurn;
  socket.removeListener('readable', next);
  socket.on('readable', nextInTurn);
}

function readingOf(client: Client): ReadingClient {
  const reading = client as unknown as Partial<ReadingClient>;
  const asExpected = typeof reading._nextBatch === 'function' && typeof reading._parsingBatch === 'number';
  if (!asExpected) throw new Error('the broker’s client is not as expected');
  return reading as ReadingClient;
}
