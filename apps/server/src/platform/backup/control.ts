import net from 'node:net';
import { createInterface } from 'node:readline';
import { messageOf } from '../errors.ts';

/** A request of a program on the same machine to the server that holds the data directory. */
export type Ask = { backup: string };
/** Lines of an answer: steps while it works, then its end. */
export type Told = { step: string } | { done: string } | { error: string };

/** Answers one request of a connection. The rights on the socket let only the server's own user and root connect. */
export function answerControl(
  socket: net.Socket,
  work: (ask: Ask, tell: (step: string) => void) => Promise<string>,
): void {
  // The program that asked may end before the answer.
  socket.on('error', () => undefined);
  const send = (told: Told) => void (socket.writable && socket.write(`${JSON.stringify(told)}\n`));
  createInterface({ input: socket }).once('line', (line) => {
    const answered = async () => {
      const done = await work(JSON.parse(line) as Ask, (step) => send({ step }));
      send({ done });
    };
    answered()
      .catch((error: unknown) => send({ error: messageOf(error) }))
      .finally(() => socket.end());
  });
}

/** Asks the server behind a local socket. Rejects with its words where it could not do it. */
export async function askServer(address: string, ask: Ask, tell: (step: string) => void): Promise<string> {
  const socket = net.connect(address);
  const failed = new Promise<never>((_, reject) => socket.once('error', reject));
  failed.catch(() => undefined);
  socket.write(`${JSON.stringify(ask)}\n`);
  const read = async () => {
    for await (const line of createInterface({ input: socket })) {
      const told = JSON.parse(line) as Told;
      if ('error' in told) throw new Error(told.error);
      if ('done' in told) return told.done;
      tell(told.step);
    }
    throw new Error(
      'The server ended before the backup was whole. The folder holds a part that cannot be restored.',
    );
  };
  return Promise.race([read(), failed]).finally(() => socket.destroy());
}
