import net from 'node:net';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { openGatewayInput } from '../../../../test/gateway-input.ts';
import { testPlatform } from '../../../../test/harness.ts';
import { makeOrganisation } from '../../../../test/makers.ts';
import { createIngestKey } from '../../../features/organisations/index.ts';
import { systemActor } from '../../../platform/actor.ts';
import { createHttpServer } from '../../../platform/http/server.ts';
import { registerIngestRoutes } from '../index.ts';

const platform = await testPlatform();
platform.clock.set(Date.now());
const input = await openGatewayInput(platform);
const server = await createHttpServer(platform, () => Promise.resolve(undefined));
registerIngestRoutes(server, input);
await server.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = server.app.server.address() as net.AddressInfo;
afterAll(async () => {
  await server.app.close();
  await input.stop();
  await platform.stop();
});

const MB = 1024 * 1024;
const LARGEST = 32 * MB;
const CHUNK = Buffer.alloc(MB, 'a');

async function newKey(): Promise<string> {
  const { id } = await makeOrganisation(platform);
  const context = { actor: systemActor, address: null };
  return (await createIngestKey(platform, context, { organisationId: id, name: 'test' })).key;
}

interface Batch {
  key: string;
  /** The address of this machine that it comes from. */
  from: string;
  bytes: number;
  promised?: number;
}

/** Sends as much of a batch as is taken. Resolves when it is sent, or answered. */
async function begin({ key, from, bytes, promised = LARGEST }: Batch) {
  const socket = net.connect({ host: '127.0.0.1', port, localAddress: from });
  onTestFinished(() => void socket.destroy());
  const told = { socket, text: '', sent: 0 };
  socket.on('data', (data) => (told.text += data.toString())).on('error', () => undefined);
  socket.write(
    `POST /api/ingest/influx?precision=ms HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: text/plain\r\nContent-Length: ${promised}\r\n\r\n`,
  );
  for (let at = 0; at < bytes; at += CHUNK.length)
    socket.write(CHUNK.subarray(0, bytes - at), () => (told.sent += 1));
  const chunks = Math.ceil(bytes / CHUNK.length);
  await vi.waitUntil(() => told.sent === chunks || told.text !== '');
  return told;
}

/** Sends a whole batch of line protocol. Resolves with the status of the answer. */
async function send({ key, from, bytes }: Batch): Promise<number> {
  const line = `pv,sn=SF-ROOM-${key.slice(-8)} ac.power=1 ${platform.clock.now()}`;
  const told = await begin({ key, from, bytes: 0, promised: bytes });
  told.socket.write(line + '\n'.repeat(bytes - line.length));
  await vi.waitUntil(() => told.text !== '');
  return Number(told.text.slice(9, 12));
}

test('three organisations at one address that fill the room with unfinished batches keep out nobody', async () => {
  const attackers = await Promise.all([newKey(), newKey(), newKey()]);
  const [elsewhere, behind, telegraf] = await Promise.all([newKey(), newKey(), newKey()]);
  const many: Awaited<ReturnType<typeof begin>>[] = [];
  const refused = () => many.filter(({ text }) => text.startsWith('HTTP/1.1 429')).length;
  for (const [index, of] of [4, 4, 1].entries())
    for (let batch = 0; batch < of; batch += 1)
      many.push(await begin({ key: attackers[index]!, from: '127.0.72.1', bytes: LARGEST - MB / 8 }));
  for (const bytes of [MB, MB / 2, MB / 8, 96 * 1024, 32 * 1024])
    for (let batch = 0; batch < 35; batch += 1)
      many.push(await begin({ key: attackers[2]!, from: '127.0.72.1', bytes }));
  expect(refused()).toBeGreaterThan(0);
  expect(await send({ key: elsewhere, from: '127.0.71.9', bytes: 85_000 })).toBe(204);
  expect(await send({ key: behind, from: '127.0.72.1', bytes: 85_000 })).toBe(204);
  expect(await send({ key: telegraf, from: '127.0.73.1', bytes: LARGEST })).toBe(204);
  expect(await send({ key: telegraf, from: '127.0.72.1', bytes: LARGEST })).toBe(204);
}, 60_000);
