import type net from 'node:net';
import { networkOf } from '../network-of.ts';
import type { WorkSlices } from '../work-slices.ts';

/** A connection that says nothing for so long is closed. */
const FIRST_WORD_MS = 10_000;

interface Handshakes {
  slices: WorkSlices;
  /** Begins the handshake. */
  accept: () => void;
}

/**
 * Begins the handshake of a connection once its first bytes are there and it is the turn of its network. Each costs a signature, some
 * milliseconds of work that nothing interrupts, and a stranger can ask for thousands at the same moment.
 */
export function shakeHandsInTurn(socket: net.Socket, { slices, accept }: Handshakes): void {
  const timer = setTimeout(() => socket.destroy(), FIRST_WORD_MS);
  const end = () => {
    clearTimeout(timer);
    socket.removeListener('readable', begin);
  };
  const fail = () => socket.destroy();
  async function begin(): Promise<void> {
    end();
    await slices.turn(() => networkOf(socket.remoteAddress ?? ''));
    socket.removeListener('error', fail);
    if (!socket.destroyed) accept();
  }
  // Until the handshake begins nobody else listens.
  socket.on('error', fail);
  socket.once('close', end);
  socket.once('readable', begin);
}
