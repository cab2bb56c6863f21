import { PassThrough, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { systemActor } from '../actor.ts';
import { createAnswerRoom } from './answer-room.ts';
import { createFilesOfPeople } from './files-of-people.ts';
import { createOpenFiles } from './open-files.ts';
import { sendFile } from './send-file.ts';
import type { HttpServer } from './server.ts';
import { createWorkOfPeople } from './work-of-people.ts';

const MB = 1024 ** 2;

const rounds = async () => {
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('one person looks for three files at a time and is sent eight, and others go on', async () => {
  const server = {
    people: createWorkOfPeople(),
    files: createFilesOfPeople(),
    openFiles: createOpenFiles(),
  } as unknown as HttpServer;
  const found: (() => void)[] = [];
  const begun: number[] = [];
  let sending = 0;
  // Its reader takes nothing.
  const send = () => ((sending += 1), new Promise(() => undefined));
  const request = { ip: '192.0.2.1' };
  const ask = (userId: number) =>
    sendFile(
      server,
      {
        context: { actor: { ...systemActor, userId }, address: null },
        name: 'getStationFile',
        reply: { send, request, raw: new PassThrough() } as unknown as FastifyReply,
      },
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

test('of files that are written while they are sent, those of whoever has most end where others have no room', async () => {
  const answers = createAnswerRoom({ account: 8 * MB, site: 8 * MB, inAll: 12 * MB });
  const server = {
    people: createWorkOfPeople(),
    files: createFilesOfPeople(),
    answers,
  } as unknown as HttpServer;
  const ask = (userId: number, ip: string) => {
    const raw = new PassThrough();
    const reply = {
      raw,
      request: { ip },
      send: () => new Promise(() => undefined),
    } as unknown as FastifyReply;
    const context = { actor: { ...systemActor, userId }, address: ip };
    const answered = sendFile(
      server,
      { context, name: 'exportDeviceHistory', reply, isWritten: true },
      async () => Readable.from([]),
    );
    return { raw, refused: answered.catch((error: { key: string }) => error.key) };
  };
  const many = Array.from({ length: 4 }, () => ask(1, '192.0.2.1'));
  await rounds();
  expect(await Promise.race([ask(1, '192.0.2.1').refused, rounds()])).toBe('tooManyRequests');
  const others = [ask(2, '198.51.100.1'), ask(3, '203.0.113.1'), ask(4, '100.64.0.1')];
  await rounds();
  expect(many.filter(({ raw }) => raw.destroyed)).toHaveLength(1);
  expect(others.map(({ raw }) => raw.destroyed)).toEqual([false, false, false]);
});

test('where all places of open files are taken, whoever has most gives one to somebody else', async () => {
  const openFiles = createOpenFiles(10);
  const open = (person: string, ip: string) => {
    const raw = new PassThrough();
    openFiles.hold(person, { request: { ip }, reply: { raw } } as never);
    return raw;
  };
  const slow = Array.from({ length: 10 }, (_, n) => open(`user ${n % 2}`, `192.0.${n % 2}.1`));
  const honest = open('user 7', '198.51.100.1');
  expect(slow.filter(({ destroyed }) => destroyed)).toHaveLength(1);
  expect(honest.destroyed).toBe(false);
  // A place is free again when a reader is gone.
  slow.findLast(({ destroyed }) => !destroyed)!.destroy();
  await rounds();
  open('user 8', '203.0.113.1');
  expect(slow.filter(({ destroyed }) => destroyed)).toHaveLength(2);
});
