import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { encodeHeartbeat, encodeV5Frame, V5_CONTROL, V5StreamParser } from '@sunfleet/device-model';
import fc from 'fast-check';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { testPlatform } from '../../../test/harness.ts';
import { createV5Gateway } from './index.ts';
import { fakeLogger, mintSerial, testDirectory, testIngest } from '../../../test/v5-logger.ts';

const platform = await testPlatform({ SUNFLEET_V5_PORT: '0' });
afterAll(() => platform.stop());

async function running() {
  const directory = testDirectory(platform);
  const ingest = testIngest(platform);
  const gateway = createV5Gateway(platform, { directory, ingest });
  const port = await gateway.start();
  onTestFinished(() => gateway.stop());
  return { port, ingest, gateway };
}

const counts = async () => {
  const parts = (await platform.health.report()).parts.filter((part) => part.name === 'gateway.v5');
  return parts.at(-1)!.detail as Record<string, number>;
};

/** Frames captured in the field; they are not copied here and the test skips where they are absent. */
const data = process.env.SUNFLEET_DATA ?? path.join(import.meta.dirname, '../../../../../../shared/data');
const file = path.join(data, '../vectors/v5_frames.json');
interface Vector {
  name: string;
  hex: string;
  length_ok: boolean;
}
const vectors = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Vector[]) : [];
const ANSWERED = new Set([0x41, 0x42, 0x43, 0x47, 0x48]);

describe.skipIf(vectors.length === 0)('captured frames over a socket', () => {
  test.for(vectors.map((vector) => [vector.name, vector] as const))('%s', async ([, vector]) => {
    const { port } = await running();
    const bytes = Buffer.from(vector.hex, 'hex');
    const frame = new V5StreamParser().push(bytes)[0];
    const logger = await fakeLogger(port, { mode: 'silent' }, frame?.serial || mintSerial());
    logger.sendBytes(bytes);
    const asks = frame !== undefined && frame.serial !== 0 && ANSWERED.has(frame.control);
    if (asks) {
      await expect
        .poll(() => logger.answers[0])
        .toMatchObject({
          control: frame.control - 0x30,
          serial: frame.serial,
          serverSequence: (frame.serverSequence + 1) & 0xff,
          loggerSequence: frame.loggerSequence,
        });
      expect(logger.answers[0]?.payload[0]).toBe(frame.payload[0]);
    }
    if (vector.length_ok) logger.send(V5_CONTROL.heartbeat, encodeHeartbeat());
    else logger.sendBytes(heartbeats(logger.serial, 30));
    await expect.poll(() => logger.answers.at(-1)?.control).toBe(V5_CONTROL.heartbeatAnswer);
  });
});

/** Enough valid frames that a parser waiting for the rest of a wrong one gives it up. */
function heartbeats(serial: number, count: number): Buffer {
  const one = encodeV5Frame({
    control: V5_CONTROL.heartbeat,
    serverSequence: 0,
    loggerSequence: 1,
    serial,
    payload: encodeHeartbeat(),
  });
  return Buffer.concat(Array.from({ length: count }, () => one));
}

const anyFrame = fc
  .record({
    control: fc.constantFrom(0x41, 0x42, 0x43, 0x45, 0x47, 0x48, 0x15, 0x05, 0x12, 0x99),
    payload: fc.uint8Array({ maxLength: 300 }),
    loggerSequence: fc.nat(255),
    serverSequence: fc.nat(255),
  })
  .map((frame) => ({ ...frame, serial: 0 }));
const flip = fc.record({ at: fc.nat(10_000), bit: fc.nat(7) });

/** Streams of valid frames with random payloads, random bytes between them, cut and bent. */
const stream = fc.record({
  parts: fc.array(fc.oneof(anyFrame, fc.uint8Array({ maxLength: 200 })), { minLength: 1, maxLength: 12 }),
  flips: fc.array(flip, { maxLength: 5 }),
  cut: fc.nat(4000),
});

test('whatever bytes come, the server lives, nothing stays behind, and the next logger is served', async () => {
  const { port } = await running();
  await fc.assert(
    fc.asyncProperty(stream, async ({ parts, flips, cut }) => {
      const logger = await fakeLogger(port, { mode: 'silent' });
      const chunks = parts.map((part) =>
        part instanceof Uint8Array ? part : encodeV5Frame({ ...part, serial: logger.serial }),
      );
      const bytes = Buffer.concat(chunks);
      for (const { at, bit } of flips) if (bytes.length > 0) bytes[at % bytes.length]! ^= 1 << bit;
      logger.sendBytes(bytes.subarray(0, cut % (bytes.length + 1)));
      logger.sendBytes(bytes.subarray(cut % (bytes.length + 1)));
      await new Promise<void>((resolve) => logger.socket.end(resolve));
    }),
    { numRuns: 150, endOnFailure: true },
  );
  await expect.poll(async () => (await counts()).connections).toBe(0);
  const after = await fakeLogger(port, { mode: 'silent' });
  after.hello();
  await expect.poll(() => after.answers.length).toBe(1);
  const { garbage, loggers, connections } = await counts();
  expect(garbage).toBeGreaterThan(0);
  expect([loggers, connections]).toEqual([1, 1]);
});

test('frames glued together, cut anywhere, and with garbage before them are all answered', async () => {
  const { port } = await running();
  const logger = await fakeLogger(port, { mode: 'silent' });
  const bytes = Buffer.concat([Buffer.from('+ok=AT garbage\r\n'), heartbeats(logger.serial, 9)]);
  for (let at = 0; at < bytes.length; at += 7) {
    await new Promise<void>((resolve) => logger.socket.write(bytes.subarray(at, at + 7), () => resolve()));
  }
  await expect.poll(() => logger.answers.length).toBe(9);
  expect(await counts()).toMatchObject({ garbage: 16, heartbeat: 9 });
});
