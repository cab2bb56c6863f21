import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { systemActor } from '../actor.ts';
import { createFilesOfPeople } from './files-of-people.ts';
import { sendFile } from './send-file.ts';
import type { HttpServer } from './server.ts';
import { createWorkOfPeople } from './work-of-people.ts';

const rounds = async () => {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('one person looks for three files at a time and is sent eight, and others go on', async () => {
  const server = { people: createWorkOfPeople(), files: createFilesOfPeople() } as unknown as HttpServer;
  const found: (() => void)[] = [];
  const begun: number[] = [];
  let sending = 0;
  // Its reader takes nothing.
  const send = () => ((sending += 1), new Promise(() => undefined));
  const reply = { send } as unknown as FastifyReply;
  const ask = (userId: number) =>
    sendFile(
      server,
      { context: { actor: { ...systemActor, userId }, address: null }, name: 'getStationFile', reply },
      async () => {
        begun.push(userId);
        await new Promise<void>((resolve) => found.push(resolve));
        return Readable.from([]);
      },
    );
  for (let n = 0; n < 20; n += 1) void ask(1);
  void ask(2);
  await rounds();
  expect(begun.toSorted()).toEqual([1, 1, 1, 2]);
  for (let n = 0; n < 20; n += 1) {
    for (const one of found.splice(0)) one();
    await rounds();
  }
  expect(begun.filter((who) => who === 1)).toHaveLength(8);
  expect(sending).toBe(9);
  const beyond = Array.from({ length: 60 }, () => ask(1).catch((error: { key: string }) => error.key));
  expect(await Promise.race(beyond)).toBe('tooManyRequests');
});
