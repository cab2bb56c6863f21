import { describe, expect, test } from 'vitest';
import { encodeReadResponse, parseReadResponse } from '../modbus/rtu.ts';
import { decodePush } from '../push/push.ts';
import { parseCommandAnswer } from './command.ts';
import { parseDataHead } from './data.ts';
import { encodeV5Frame, V5_CONTROL, V5_HEADER, type V5Frame } from './frame.ts';
import { parseHello } from './hello.ts';
import { answerFor, parseReport, parseWifiInfo } from './small-frames.ts';
import { V5StreamParser } from './stream-parser.ts';
import { acquisitionTime } from './times.ts';

/**
 * Frames put together byte by byte at the documented offsets, so that a wrong offset cannot hide behind an encoder that is
 * wrong in the same way. Serial numbers are invented.
 */

const SERIAL = 2_900_000_123;
const text = (value: string) => [...value].map((char) => char.charCodeAt(0));
const u32 = (value: number) => [value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24];
const u16be = (value: number) => [value >>> 8, value & 0xff];

/** A payload of this length with bytes at offsets that count from the start of the frame. */
function payloadOf(length: number, parts: Readonly<Record<number, readonly number[]>>): Uint8Array {
  const payload = new Uint8Array(length);
  for (const [offset, bytes] of Object.entries(parts)) payload.set(bytes, Number(offset) - V5_HEADER);
  return payload;
}

function frameOf(
  control: number,
  payload: Uint8Array,
  sequence: readonly [number, number] = [1, 2],
): V5Frame {
  return { control, serverSequence: sequence[0], loggerSequence: sequence[1], serial: SERIAL, payload };
}

const HEAD = { 11: [2], 12: u32(446_934), 16: u32(57), 20: u32(0) };
const CADENCE = { 24: [5, 60, 120, 1, 54] };
const IDENTITY = {
  30: text('LSW5BLE_17_02B0_1.05'),
  70: [0x02, 0x00, 0x5e, 0x10, 0x20, 0x30],
  76: text('192.0.2.44'),
};

describe('the frame around a payload', () => {
  test('is start, length, 10, control, both sequences, serial, payload, sum and end', () => {
    const bytes = encodeV5Frame(frameOf(0x47, Uint8Array.of(0), [16, 132]));
    expect(Buffer.from(bytes).toString('hex')).toBe('a50100104710847b7ddaac006a15');
  });

  test('sum and end are checked', () => {
    const bytes = encodeV5Frame(frameOf(0x47, Uint8Array.of(0)));
    const sum = bytes.slice(1, -2).reduce((total, byte) => total + byte, 0) & 0xff;
    expect(bytes.at(-2)).toBe(sum);
    const parser = new V5StreamParser();
    expect(parser.push(bytes.with(bytes.length - 2, sum ^ 1))).toEqual([]);
    expect(parser.push(bytes.with(bytes.length - 1, 0x16))).toEqual([]);
    expect(parser.stats).toMatchObject({ badChecksum: 1, badEnd: 1, frames: 0 });
  });
});

describe('hello', () => {
  const long = {
    ...HEAD,
    ...CADENCE,
    ...IDENTITY,
    95: [0xb0, 0x02],
    100: text('V1.1.00.0B'),
    183: text('roof net'),
  };

  test('the long variant', () => {
    expect(parseHello(payloadOf(212, long))).toEqual({
      times: { frameType: 2, totalSeconds: 446_934, powerOnSeconds: 57, offsetSeconds: 0 },
      uploadMinutes: 5,
      collectSeconds: 60,
      heartbeatSeconds: 120,
      maxDevices: 1,
      signal: 54,
      firmware: 'LSW5BLE_17_02B0_1.05',
      mac: '02:00:5e:10:20:30',
      ip: '192.0.2.44',
      sensorList: 0x02b0,
      hardware: 'V1.1.00.0B',
      ssid: 'roof net',
    });
  });

  test.each([
    [314, { hardware: 'V1.1.00.0B', ssid: 'roof net' }],
    [130, { hardware: 'V1.1.00.0B', ssid: undefined }],
    [86, { hardware: undefined, ssid: undefined, sensorList: 0x02b0 }],
  ])('the variant of %i bytes', (length, expected) => {
    const whole = payloadOf(400, long).slice(0, length);
    expect(parseHello(whole)).toMatchObject({ firmware: 'LSW5BLE_17_02B0_1.05', ...expected });
  });

  test('without a list of sensors the firmware names the family', () => {
    expect(parseHello(payloadOf(212, { ...long, 95: [0, 0] }))?.sensorList).toBe(0x02b0);
    const fixed = { ...long, 30: text('LSW3_15_FFFF_1.0.9E'), 95: [0, 0] };
    expect(parseHello(payloadOf(212, fixed))?.sensorList).toBe(0xffff);
  });

  test('what is too short to name a firmware is no hello', () => {
    expect(parseHello(payloadOf(400, long).slice(0, 30))).toBeUndefined();
    expect(parseHello(new Uint8Array(0))).toBeUndefined();
  });
});

describe('wifi info, report and heartbeat', () => {
  test('network and signal stand at 26 and 56', () => {
    const payload = payloadOf(47, { ...HEAD, 26: text('roof net'), 56: [97, 1] });
    expect(parseWifiInfo(payload)).toMatchObject({ ssid: 'roof net', signal: 97 });
    expect(parseWifiInfo(payload.slice(0, 40))).toBeUndefined();
  });

  test('a report has the times', () => {
    expect(parseReport(payloadOf(60, HEAD))?.totalSeconds).toBe(446_934);
    expect(parseReport(new Uint8Array(5))).toBeUndefined();
  });

  test.each([0x41, 0x42, 0x43, 0x47, 0x48])(
    '%i is answered with its type, the time and the period',
    (control) => {
      const request = frameOf(control, Uint8Array.of(0x81), [255, 7]);
      const answer = answerFor(request, { now: 1_700_000_000_000, period: 120 })!;
      expect(answer).toMatchObject({
        control: control - 0x30,
        serverSequence: 0,
        loggerSequence: 7,
        serial: SERIAL,
      });
      expect([...answer.payload]).toEqual([0x81, 1, ...u32(1_700_000_000), ...u32(120)]);
    },
  );

  test('a heartbeat without a payload is answered too', () => {
    const answer = answerFor(frameOf(0x47, new Uint8Array(0)), { now: 0, period: 0 });
    expect(answer?.payload).toHaveLength(10);
  });
});

describe('data', () => {
  const parts = {
    11: [1, 0xb0, 0x02],
    14: u32(841_271_484),
    18: u32(8044),
    22: u32(870_598_560),
    26: [1, 0],
    28: u32(8),
    32: text('SF0TEST0001'),
    192: u16be(1),
    200: u16be(0x0102),
    210: u16be(2248),
    214: u16be(5005),
    216: u16be(54),
    222: u16be(1658),
    224: [...u16be(353), ...u16be(168), ...u16be(596)],
    248: u16be(11),
    250: [0, 0, ...u16be(10_136)],
  };

  test('the head names family, time and whether it is history', () => {
    const head = parseDataHead(payloadOf(409, parts))!;
    expect(head).toMatchObject({ sensorList: 0x02b0, buffered: false });
    expect(acquisitionTime(head.times)).toBe(1_711_870_044_000);
    expect(parseDataHead(payloadOf(409, { ...parts, 11: [0x81, 0xb0, 0x02] }))?.buffered).toBe(true);
    expect(parseDataHead(new Uint8Array(20))).toBeUndefined();
  });

  test('a micro inverter', () => {
    const pushed = decodePush(frameOf(V5_CONTROL.data, payloadOf(409, parts)));
    expect(pushed?.sn).toBe('SF0TEST0001');
    expect(pushed?.values).toMatchObject({
      state: 3,
      'fault.w1': 0x0102,
      'ac.l1.voltage': 224.8,
      'ac.frequency': 50.05,
      'temp.inverter': 14,
      'ac.power': 165.8,
      'pv1.voltage': 35.3,
      'pv1.current': 1.68,
      'pv1.power': 59.6,
      'energy.day': 0.11,
      'energy.total': 101.36,
    });
  });
});

describe('answers to commands', () => {
  const read = { slave: 1, fn: 3, addr: 3, count: 2 } as const;
  const rtu = [...encodeReadResponse(read, [0x3231, 0x3036])];
  const answerOf = (body: readonly number[]) =>
    parseCommandAnswer(Uint8Array.from([2, 1, ...u32(1000), ...u32(20), ...u32(0), ...body]));

  test('the Modbus frame stands at byte 25 of the frame', () => {
    const answer = answerOf(rtu);
    expect(answer).toMatchObject({ type: 'modbus', times: { totalSeconds: 1000, powerOnSeconds: 20 } });
    expect(answer.type === 'modbus' && [...parseReadResponse(read, answer.rtu)]).toEqual([0x3231, 0x3036]);
  });

  test.each([
    ['CRC of the CRC', [...rtu, 0, 0]],
    ['a stray FF', [0xff, ...rtu]],
    ['both', [0xff, ...rtu, 0, 0]],
  ])('quirk: %s', (_quirk, body) => {
    expect(answerOf(body)).toMatchObject({ type: 'modbus', rtu: Uint8Array.from(rtu) });
  });

  test.each([
    [[5, 0], 'no-answer', 5],
    [[6, 0], 'wrong-serial', 6],
    [[2, 0], 'exception', 2],
    [[1, 3, 9], 'malformed', 0],
    [rtu.with(4, 0x77), 'malformed', 0],
  ])('%j is an error', (body, reason, code) => {
    expect(answerOf(body)).toEqual({ type: 'error', reason, code });
  });
});

describe('streams of the field', () => {
  const heartbeat = encodeV5Frame(frameOf(V5_CONTROL.heartbeat, Uint8Array.of(0)));
  const data = encodeV5Frame(frameOf(V5_CONTROL.data, new Uint8Array(120).fill(0xa5)));

  test('a heartbeat glued to data, text of a relay between them, and a split in the middle', () => {
    const parser = new V5StreamParser();
    const stream = Buffer.concat([heartbeat, data, Buffer.from('AT+WAKE\r\n'), data, heartbeat]);
    const controls = [stream.subarray(0, 70), stream.subarray(70, 201), stream.subarray(201)].flatMap(
      (chunk) => parser.push(chunk).map(({ control }) => control),
    );
    expect(controls).toEqual([0x47, 0x42, 0x42, 0x47]);
    expect(parser.stats.garbage).toBe(9);
  });

  test('payloads stay whole when the caller uses its buffer again', () => {
    const parser = new V5StreamParser();
    const buffer = Uint8Array.from(data);
    const [frame] = parser.push(buffer);
    buffer.fill(0);
    expect(frame?.payload.every((byte) => byte === 0xa5)).toBe(true);
  });

  test('an unfinished frame in which hundreds seem to begin costs little with each further byte, and the frame behind it is found', () => {
    // Each has a good head and end within the large one, and a wrong checksum.
    const beginning = Buffer.alloc(1900, Buffer.from([0xa5, 0xbe, 0x02, 0x10, 0x15]));
    beginning.writeUInt16LE(2048, 1);
    const before = process.cpuUsage();
    const parsers = Array.from({ length: 10 }, () => new V5StreamParser());
    for (const parser of parsers) {
      parser.push(beginning.subarray(0, 1300));
      for (let at = 1300; at < beginning.length; at += 1) parser.push(beginning.subarray(at, at + 1));
    }
    // Each byte once cost a quarter of a millisecond and more.
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(400);
    const [parser] = parsers;
    expect(parser!.pending).toBe(beginning.length);
    expect(parser!.push(heartbeat)).toMatchObject([{ control: V5_CONTROL.heartbeat }]);
  });

  test('plain Modbus and text on the port are counted, never kept', () => {
    const parser = new V5StreamParser();
    parser.push(Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
    parser.push(Uint8Array.of(0, 1, 0, 0, 0, 6, 1, 3, 0, 0, 0, 1));
    expect([parser.pending, parser.stats.garbage]).toEqual([0, 39]);
  });
});
