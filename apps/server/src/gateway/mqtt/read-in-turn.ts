import type { Client } from 'aedes';
import type { WorkSlices } from '../../platform/work-slices.ts';
import type { PacketSender } from './packet-room.ts';

/** Parts of the broker's client that its types leave out. */
interface ReadingClient {
  closed: boolean;
  _paused?: boolean;
  /** Packets of the last read that are not answered yet. */
  _parsingBatch: number;
  /** Counts an answered packet; once it was the last one, reads from the socket and takes what has come. */
  _nextBatch: (error?: Error) => void;
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
  const next = reading._nextBatch;
  let waits = false;

  async function readAfter(turn: Promise<void>): Promise<void> {
    await turn;
    waits = false;
    if (!reading.closed) next();
  }

  const nextInTurn = (error?: Error): void => {
    if (error || reading._paused || reading._parsingBatch > 1) return next(error);
    if (waits) return undefined;
    const from = sender();
    const turn = from && slices.turn(() => from.organisationCode ?? `of nobody ${from.network}`);
    if (!turn) return next();
    waits = true;
    void readAfter(turn);
    return undefined;
  };
  reading._nextBatch = nextInTurn;
  client.conn.removeListener('readable', next);
  client.conn.on('readable', nextInTurn);
}

function readingOf(client: Client): ReadingClient {
  const reading = client as unknown as Partial<ReadingClient>;
  const asExpected = typeof reading._nextBatch === 'function' && typeof reading._parsingBatch === 'number';
  if (!asExpected) throw new Error('the broker’s client is not as expected');
  return reading as ReadingClient;
}
