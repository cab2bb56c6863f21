import {
  encodeCommandAnswer,
  encodeCommandError,
  encodeException,
  encodeReadResponse,
  encodeWriteResponse,
  parseCommand,
  parseRequest,
  V5_CONTROL,
  V5StreamParser,
  withCrc,
  type V5Frame,
} from '@sunfleet/device-model';
import { expect, test } from 'vitest';
import { createModbusChannel } from './modbus-channel.ts';

const SERIAL = 2_900_000_001;
const times = { frameType: 2, totalSeconds: 1, powerOnSeconds: 1, offsetSeconds: 0 };
const request = { slave: 1, fn: 3, addr: 60, count: 2 } as const;

function line(answerMs = 5000) {
  const sent: V5Frame[] = [];
  const parser = new V5StreamParser();
  let sequence = 10;
  const channel = createModbusChannel({
    send: (bytes) => void sent.push(...parser.push(bytes)),
    serial: () => SERIAL,
    sensorList: () => 0x02b0,
    nextSequence: () => (sequence += 1),
    loggerSequence: () => 77,
    answerMs,
  });
  const answer = (rtu: Uint8Array, values: Partial<V5Frame> = {}) =>
    channel.take({
      control: V5_CONTROL.commandAnswer,
      serverSequence: sent.at(-1)!.serverSequence,
      loggerSequence: 78,
      serial: SERIAL,
      payload: encodeCommandAnswer({ times, rtu }),
      ...values,
    });
  return { channel, sent, answer };
}

const sentSoon = (sent: unknown[], count = 1) => expect.poll(() => sent.length).toBe(count);

test('a read goes out as a command and its answer comes back as words', async () => {
  const { channel, sent, answer } = line();
  const words = channel.read(request, 0);
  await sentSoon(sent);
  expect(sent[0]).toMatchObject({ control: 0x45, serial: SERIAL, serverSequence: 11, loggerSequence: 77 });
  const command = parseCommand(sent[0]!.payload);
  expect(command).toMatchObject({ type: 'modbus', sensorList: 0x02b0 });
  expect(command?.type === 'modbus' && parseRequest(command.rtu)).toEqual(request);
  expect(answer(encodeReadResponse(request, [7, 65_535]))).toBe(true);
  expect([...(await words)]).toEqual([7, 65_535]);
});

test('the field quirks of answers are taken: CRC twice, a stray FF', async () => {
  const { channel, sent, answer } = line();
  const response = encodeReadResponse(request, [7, 8]);
  for (const [index, rtu] of [withCrc(response), Uint8Array.of(0xff, ...response)].entries()) {
    const words = channel.read(request, 0);
    await sentSoon(sent, index + 1);
    answer(rtu);
    expect([...(await words)]).toEqual([7, 8]);
  }
});

test('one request is on the way at a time', async () => {
  const { channel, sent, answer } = line();
  const first = channel.read(request, 0);
  const second = channel.read({ ...request, addr: 80 }, 0);
  await sentSoon(sent);
  answer(encodeReadResponse(request, [1, 1]));
  await first;
  await sentSoon(sent, 2);
  answer(encodeReadResponse(request, [2, 2]));
  expect([...(await second)]).toEqual([2, 2]);
});

test('answers to other requests are nobody’s', async () => {
  const { channel, sent, answer } = line();
  expect(
    channel.take({
      control: 0x15,
      serverSequence: 3,
      loggerSequence: 1,
      serial: SERIAL,
      payload: new Uint8Array(20),
    }),
  ).toBe(false);
  const words = channel.read(request, 0);
  await sentSoon(sent);
  expect(answer(encodeReadResponse(request, [9, 9]), { serverSequence: 10 })).toBe(false);
  expect(answer(new Uint8Array(0), { control: V5_CONTROL.commandInterim })).toBe(true);
  answer(encodeReadResponse(request, [1, 2]));
  expect([...(await words)]).toEqual([1, 2]);
});

test('each failure has its reason, and the next request goes on', async () => {
  const { channel, sent, answer } = line();
  const failing = async (reply: () => void) => {
    const before = sent.length;
    const failure = channel.read(request, 0).catch((error: unknown) => error);
    await sentSoon(sent, before + 1);
    reply();
    return failure;
  };
  const empty = new Uint8Array(0);
  const tooShort = encodeReadResponse({ ...request, count: 1 }, [5]);
  const badCrc = Uint8Array.of(1, 3, 4, 0, 0, 0, 0, 9, 9);
  const cases: [reason: string, reply: () => void][] = [
    ['asleep', () => answer(empty, { payload: encodeCommandError(times, 5) })],
    ['failed', () => answer(empty, { payload: encodeCommandError(times, 6) })],
    ['refused', () => answer(encodeException(request, 2))],
    ['failed', () => answer(encodeException(request, 6))],
    ['malformed', () => answer(tooShort)],
    ['malformed', () => answer(badCrc)],
  ];
  for (const [reason, reply] of cases) expect(await failing(reply)).toMatchObject({ reason });
});

test('silence is a timeout, and closing ends what waits', async () => {
  const quick = line(20);
  await expect(quick.channel.read(request, 0)).rejects.toMatchObject({ reason: 'timeout' });
  const { channel, sent } = line();
  const words = channel.read(request, 0);
  const after = channel.read(request, 0);
  const ended = Promise.allSettled([words, after]);
  await sentSoon(sent);
  channel.close();
  for (const result of await ended) expect(result).toMatchObject({ reason: { reason: 'closed' } });
});

test('a write goes out in its turn, and its answer says that it was done', async () => {
  const { channel, sent, answer } = line();
  const read = channel.read(request, 0);
  const write = { slave: 1, fn: 16, addr: 70, words: [5, 6] } as const;
  const written = channel.ask(write, { gapMs: 0, timeoutMs: 5000 });
  await sentSoon(sent);
  answer(encodeReadResponse(request, [1, 1]));
  await read;
  await sentSoon(sent, 2);
  const command = parseCommand(sent[1]!.payload);
  expect(command?.type === 'modbus' && parseRequest(command.rtu)).toEqual(write);
  answer(encodeWriteResponse(write));
  expect([...(await written)]).toEqual([]);
});

test.each([
  ['another value', { slave: 1, fn: 6, addr: 70, words: [5] } as const, [7]],
  ['fewer registers', { slave: 1, fn: 16, addr: 70, words: [5, 6] } as const, [5]],
])(
  'a write to which the device answers with %s was not done as it was asked',
  async (_what, write, words) => {
    const { channel, sent, answer } = line();
    const written = channel.ask(write, { gapMs: 0, timeoutMs: 5000 });
    await sentSoon(sent);
    answer(encodeWriteResponse({ ...write, words }));
    await expect(written).rejects.toMatchObject({ reason: 'malformed', sent: true });
  },
);

test('a request whose time is over before its turn is never sent', async () => {
  const { channel, sent, answer } = line();
  const slow = channel.read(request, 0);
  await sentSoon(sent);
  const late = channel.ask({ ...request, addr: 80 }, { gapMs: 0, timeoutMs: 20 });
  await expect(late).rejects.toMatchObject({ reason: 'timeout', sent: false });
  answer(encodeReadResponse(request, [1, 1]));
  await slow;
  const next = channel.read({ ...request, addr: 90 }, 0);
  await sentSoon(sent, 2);
  answer(encodeReadResponse(request, [3, 4]));
  expect([...(await next)]).toEqual([3, 4]);
  expect(sent).toHaveLength(2);
});
