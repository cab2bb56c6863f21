import { once } from 'node:events';
import net from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readIntoOne } from './read-into-one.ts';

async function connectPair() {
  const server = net.createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const accepted = once(server, 'connection');
  const client = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
  const [socket] = (await accepted) as [net.Socket];
  onTestFinished(() => void (client.destroy(), socket.destroy()));
  return { client, socket };
}

test('what comes lies in the memory that was given, in parts of its size at most, after what was read before', async () => {
  const { client, socket } = await connectPair();
  // As whoever waits for the first word listens, and leaves.
  const listen = () => undefined;
  socket.on('readable', listen);
  client.write('before ');
  await vi.waitUntil(() => socket.readableLength > 0);
  socket.removeListener('readable', listen);
  const memory = Buffer.alloc(1000);
  const parts: { text: string; isThere: boolean }[] = [];
  readIntoOne(socket, memory, (bytes) => {
    parts.push({ text: bytes.toString(), isThere: bytes.buffer === memory.buffer });
    return true;
  });
  client.write('x'.repeat(2500));
  const heard = () => parts.map(({ text }) => text).join('');
  await vi.waitUntil(() => heard().length === 2507);
  expect(heard()).toBe(`before ${'x'.repeat(2500)}`);
  expect(parts.map(({ isThere }) => isThere)).toEqual([false, ...parts.slice(1).map(() => true)]);
  expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(1000);
});

test('nothing is read after somebody has enough until they go on, and the end is heard', async () => {
  const { client, socket } = await connectPair();
  const memory = Buffer.alloc(10);
  let heard = 0;
  readIntoOne(socket, memory, (bytes) => ((heard += bytes.length), false));
  const ended = once(socket, 'end');
  client.end('y'.repeat(25));
  for (const each of [10, 20, 25]) {
    await vi.waitUntil(() => heard === each);
    for (let round = 0; round < 5; round += 1) await new Promise(setImmediate);
    expect(heard).toBe(each);
    socket.resume();
  }
  await ended;
});
