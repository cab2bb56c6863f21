import { Writable } from 'node:stream';
import type { Client, PublishPacket } from 'aedes';
import { expect, test } from 'vitest';
import { createAcknowledge } from './acknowledge.ts';

/** A connection that keeps what is written to it; one that is full has reached its high water mark. */
function connect({ isFull = false } = {}) {
  const written: string[] = [];
  const conn = new Writable({
    highWaterMark: 1,
    write: (bytes: Buffer, _encoding, done) => {
      written.push(bytes.toString('hex'));
      if (!isFull) done();
    },
  });
  if (isFull) conn.write('x');
  return { client: { conn } as unknown as Client, written };
}

const publication = (messageId: number | undefined, qos: 0 | 1 = 1) =>
  ({ cmd: 'publish', topic: 't', payload: '', qos, messageId }) as PublishPacket;

const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve));

test('messages that are acknowledged together are one write of each connection, in their order', async () => {
  const [one, other] = [connect(), connect()];
  const acknowledge = createAcknowledge();
  const first = publication(1);
  acknowledge(one.client, first);
  acknowledge(other.client, publication(513));
  acknowledge(one.client, publication(2));
  await nextTick();
  expect(one.written).toEqual(['4002000140020002']);
  expect(other.written).toEqual(['40020201']);
  expect(first.qos).toBe(0);
  acknowledge(one.client, publication(3));
  await nextTick();
  expect(one.written).toHaveLength(2);
});

test('what asks for no acknowledgement gets none', async () => {
  const { client, written } = connect();
  const acknowledge = createAcknowledge();
  acknowledge(client, publication(1, 0));
  acknowledge(client, publication(undefined));
  await nextTick();
  expect(written).toEqual([]);
});

test('a device that does not read is left to the broker, which waits for it', async () => {
  const { client, written } = connect({ isFull: true });
  const packet = publication(1);
  createAcknowledge()(client, packet);
  await nextTick();
  expect(packet.qos).toBe(1);
  expect(written).toHaveLength(1);
});

test('a connection that has ended gets nothing more', async () => {
  const { client, written } = connect();
  createAcknowledge()(client, publication(1));
  client.conn.destroy();
  await nextTick();
  expect(written).toEqual([]);
});
