import {
  decodePoints,
  encodeModbusCommand,
  encodeReadRequest,
  encodeV5Frame,
  encodeWriteRequest,
  parseCommandAnswer,
  parseDataHead,
  parseHello,
  parseReadResponse,
  planReads,
  profileById,
  PUSH_LAYOUTS,
  RegisterImage,
  V5_CONTROL,
  type ModbusRead,
  type Profile,
} from '@sunfleet/device-model';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakePlatform, until, type FakePlatform } from '../../test/fake-platform.ts';
import type { AnswerFault } from './answer-faults.ts';
import { createV5Logger, type LoggerDevice, type V5Logger } from './v5-logger.ts';

let platform: FakePlatform;
let logger: V5Logger | undefined;
beforeEach(async () => {
  platform = await startFakePlatform();
});
afterEach(async () => {
  logger?.close();
  await platform.stop();
});

const NOON = Date.UTC(2026, 5, 1, 12);
const profile = (id: string): Profile => profileById(id)!;
const values = {
  'ac.power': 4321.5,
  'energy.day': 12.3,
  'energy.total': 4567.8,
  'pv1.voltage': 380.1,
  'pv1.current': 7.3,
  state: 3,
};

function makeDevice(over: Partial<LoggerDevice> = {}): LoggerDevice {
  return {
    sn: 'SF1001',
    slave: 1,
    profile: profile('deye-string'),
    texts: {},
    settings: {},
    layout: undefined,
    read: () => values,
    ...over,
  };
}

function open(devices: LoggerDevice[], now = NOON, fault?: () => AnswerFault | undefined): V5Logger {
  logger = createV5Logger({
    ...platform.v5,
    sn: '4000000901',
    model: 'LSW-3',
    devices,
    uploadSeconds: 60,
    signal: () => 77,
    now: () => now,
    ...(fault && { fault }),
  });
  return logger;
}

const ask = (read: ModbusRead) => exchange(encodeReadRequest(read));

/** Sends a frame of Modbus as the server does. */
function send(rtu: Uint8Array): void {
  platform.loggers.at(-1)!.write(
    encodeV5Frame({
      control: V5_CONTROL.command,
      serverSequence: 9,
      loggerSequence: 0,
      serial: 4_000_000_901,
      payload: encodeModbusCommand(rtu),
    }),
  );
}

async function exchange(rtu: Uint8Array) {
  const before = platform.frames.length;
  send(rtu);
  await until('an answer', () => platform.frames.length > before);
  const frame = platform.frames.at(-1)!;
  expect([frame.control, frame.serverSequence]).toEqual([V5_CONTROL.commandAnswer, 9]);
  return parseCommandAnswer(frame.payload);
}

test('a logger says hello, its network and the end of its synchronisation, then beats', async () => {
  await open([makeDevice()]).upload();
  expect(platform.frames.map(({ control }) => control)).toEqual([0x41, 0x43, 0x48, 0x47]);
  expect(platform.frames[0]!.serial).toBe(4_000_000_901);
  expect(parseHello(platform.frames[0]!.payload)).toMatchObject({
    uploadMinutes: 1,
    signal: 77,
    sensorList: 0xffff,
  });
});

test('a known layout carries the values, at their own time, marked as kept when they are old', async () => {
  const layout = PUSH_LAYOUTS.find(({ profileId }) => profileId === 'sofar-g3')!;
  const now = Math.floor(Date.now() / 1000) * 1000;
  const device = makeDevice({ profile: profile('sofar-g3'), layout });
  const uplink = open([device], now).uplinkOf('SF1001');
  await uplink.send([
    { time: now - 3_600_000, values: { 'ac.power': 1000, 'energy.day': 5 } },
    { time: now - 10_000, values: { 'ac.power': 2000, 'energy.day': 6 } },
  ]);
  expect(platform.taken.map(({ sn, time, values }) => [sn, time - now, values['ac.power']])).toEqual([
    ['SF1001', expect.closeTo(-3_600_000, -4), 1000],
    ['SF1001', expect.closeTo(-10_000, -4), 2000],
  ]);
  const data = platform.frames.filter(({ control }) => control === V5_CONTROL.data);
  expect(data.map(({ payload }) => parseDataHead(payload)!.buffered)).toEqual([true, false]);
});

test.each(['deye-string', 'deye-hybrid-3p', 'sofar-g3', 'solis-hybrid', 'sunspec-inverter', 'meter-dtsd422'])(
  'the registers of %s are read over the same line and decode to its values',
  async (id) => {
    const meter = { 'meter.power': -1234, 'meter.l1.voltage': 231.4 };
    const own = id === 'meter-dtsd422' ? meter : values;
    await open([makeDevice({ profile: profile(id), read: () => own })]).upload();
    const image = new RegisterImage();
    for (const read of planReads(profile(id), { groups: ['fast', 'slow', 'once'] })) {
      const answer = await ask(read);
      if (answer.type !== 'modbus' || answer.rtu[1]! > 0x80) continue;
      image.load(read.fn, read.addr, parseReadResponse(read, answer.rtu));
    }
    const decoded = decodePoints(profile(id), image);
    for (const [key, value] of Object.entries(own)) {
      if (!(key in decoded.values)) continue;
      expect(Math.abs(decoded.values[key]! - value), key).toBeLessThanOrEqual(
        Math.max(10, 0.01 * Math.abs(value)),
      );
    }
    expect(Object.keys(decoded.values).length).toBeGreaterThan(1);
  },
);

test('an inverter that sleeps, a slave that is not there and registers nobody has', async () => {
  await open([makeDevice({ read: () => undefined }), makeDevice({ sn: 'SF1002', slave: 2 })]).upload();
  const read = { fn: 3, addr: 59, count: 2 } as const;
  expect(await ask({ ...read, slave: 1 })).toMatchObject({ type: 'error', reason: 'no-answer', code: 5 });
  expect(await ask({ ...read, slave: 7 })).toMatchObject({ type: 'error', reason: 'no-answer' });
  const answer = await ask({ ...read, slave: 2, addr: 40_000 });
  expect(answer.type === 'modbus' && Array.from(answer.rtu.subarray(0, 3))).toEqual([2, 0x83, 2]);
});

test('parameters are written, kept and read back; a bad write is refused as a real device does', async () => {
  const device = makeDevice({ profile: profile('deye-hybrid-3p') });
  await open([device]).upload();
  const write = async (fn: 6 | 16, addr: number, words: number[]) => {
    const answer = await exchange(encodeWriteRequest({ slave: 1, fn, addr, words }));
    return answer.type === 'modbus' ? Array.from(answer.rtu.subarray(1, 3)) : [];
  };
  expect(await write(16, 117, [35])).toEqual([16, 0]);
  expect(device.settings).toEqual({ 'battery.reserve': 35 });
  const read = { slave: 1, fn: 3, addr: 117, count: 1 } as const;
  const answer = await ask(read);
  expect(answer.type === 'modbus' && Array.from(parseReadResponse(read, answer.rtu))).toEqual([35]);
  // A function, a register and a value that it does not take: nothing of such a request is written.
  expect(await write(6, 117, [40])).toEqual([0x86, 1]);
  expect(await write(16, 59, [1])).toEqual([0x90, 2]);
  expect(await write(16, 116, [20, 101])).toEqual([0x90, 3]);
  expect(device.settings).toEqual({ 'battery.reserve': 35 });
});

test('what was asked is done however the logger answers', async () => {
  let fault: AnswerFault | undefined;
  const device = makeDevice({ profile: profile('deye-hybrid-3p') });
  await open([device], NOON, () => fault).upload();
  const rtu = (word: number) => encodeWriteRequest({ slave: 1, fn: 16, addr: 117, words: [word] });
  const answers = () => platform.frames.filter(({ control }) => control === V5_CONTROL.commandAnswer);
  const own = Number('4000000901');
  for (const [at, [name, serials]] of (
    [
      ['answersTwice', [own, own]],
      ['answersForeign', [own + 1]],
      ['answersNever', []],
    ] as const
  ).entries()) {
    fault = name;
    const before = answers().length;
    send(rtu(at + 1));
    await until(name, () => device.settings['battery.reserve'] === at + 1);
    await logger!.upload();
    expect(
      answers()
        .slice(before)
        .map(({ serial }) => serial),
    ).toEqual(serials);
  }
  fault = 'cutsCommand';
  send(rtu(9));
  await until('a new line', () => platform.loggers.length === 2);
  expect(device.settings).toEqual({ 'battery.reserve': 9 });
});

test('after the line broke it dials in again', async () => {
  const uplink = open([makeDevice()]).uplinkOf('SF1001');
  await uplink.send([{ time: NOON, values }]);
  platform.loggers[0]!.destroy();
  await until('a new line', () => {
    void logger!.upload().catch(() => {});
    return platform.loggers.length === 2;
  });
  await logger!.upload();
  expect(platform.frames.at(-1)!.control).toBe(V5_CONTROL.heartbeat);
});

test('a gateway that is not there is unreachable', async () => {
  const { v5 } = platform;
  await platform.stop();
  platform = await startFakePlatform();
  logger = createV5Logger({
    ...v5,
    sn: '4000000901',
    model: 'L',
    devices: [],
    uploadSeconds: 60,
    signal: () => 1,
    now: Date.now,
  });
  await expect(logger.upload()).rejects.toMatchObject({ failure: 'unreachable' });
});
