import type { Socket } from 'node:net';
import type { Client } from 'aedes';

/** The part of the broker's parser that says how much of an unfinished packet it holds. */
interface WithParser {
  _parser?: { _list?: { length?: number } };
}

/**
 * Ends a connection whose packet grows beyond `limit` bytes: the parser itself would collect the 256 MB the protocol allows.
 * To be called after the broker took the socket, so that it looks when the parser has had its turn.
 */
export function guardPacketSize(
  socket: Socket,
  client: Client,
  guard: { limit: number; refuse: () => void },
) {
  const parser = (client as unknown as WithParser)._parser;
  if (typeof parser?._list?.length !== 'number') throw new Error('the broker’s parser is not as expected');
  socket.on('readable', () => {
    if ((parser._list?.length ?? 0) <= guard.limit) return;
    guard.refuse();
    socket.destroy();
  });
}
