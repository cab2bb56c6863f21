import type net from 'node:net';

/** Node keeps the option `onread` of a socket under these names. */
const MEMORY_NAME = 'kBuffer';
const TAKE_NAME = 'kBufferCb';

type Take = (bytes: Buffer) => boolean;

/**
 * Reads a socket that nobody listens to into `memory`, which may be that of many, and calls `take` with each part of it that was filled. What `take`
 * does not copy is overwritten afterwards. After it answered false nothing more is read until `socket.resume()`.
 *
 * It is the option `onread` of a socket, for sockets that a server accepted, which Node has no option for: it makes memory of 64 kB for whatever comes, and
 * copies it to where there is less, which is half of what a small message over TLS costs. Where Node keeps the option in another way, it reads as usual.
 */
export function readIntoOne(socket: net.Socket, memory: Buffer, take: Take): void {
  const option = optionOf(socket);
  if (!option) {
    socket.on('data', (bytes: Buffer) => void (take(bytes) || socket.pause()));
    return;
  }
  for (;;) {
    const kept = socket.read() as Buffer | null;
    if (!kept) break;
    take(kept);
  }
  option.set(memory, (length) => take(memory.subarray(0, length)));
  socket.resume();
}

function optionOf(socket: net.Socket) {
  const symbols = Object.getOwnPropertySymbols(socket);
  const [memoryAt, takeAt] = [MEMORY_NAME, TAKE_NAME].map((name) =>
    symbols.find(({ description }) => description === name),
  );
  const open = socket as unknown as Record<symbol, unknown> & {
    _handle?: { useUserBuffer?: (memory: Buffer) => void } | null;
  };
  const handle = open._handle;
  if (!memoryAt || !takeAt || !handle?.useUserBuffer) return undefined;
  return {
    set(memory: Buffer, take: (length: number) => boolean): void {
      handle.useUserBuffer!(memory);
      open[memoryAt] = memory;
      open[takeAt] = take;
    },
  };
}
