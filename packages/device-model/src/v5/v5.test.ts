import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeReadRequest, encodeReadResponse } from '../modbus/rtu.ts';
import {
  encodeAtAnswer,
  encodeAtCommand,
  encodeCommandAnswer,
  encodeCommandError,
  encodeModbusCommand,
  parseCommand,
  parseCommandAnswer,
} from './command.ts';
import { encodeData, parseDataHead } from './data.ts';
import { encodeV5Frame, V5_CONTROL, V5_MAX_PAYLOAD, V5_OVERHEAD, type V5Frame } from './frame.ts';
import { encodeHello, parseHello, sensorListOfFirmware } from './hello.ts';
import {
  answerFor,
  encodeHeartbeat,
  encodeReport,
  encodeWifiInfo,
  parseReport,
  parseServerAnswer,
  parseWifiInfo,
} from './small-frames.ts';
import { V5StreamParser } from './stream-parser.ts';

const times = { frameType: 1, totalSeconds: 1000, powerOnSeconds: 20, offsetSeconds: 1_700_000_000 };
const frame = (control: number, payload: Uint8Array): V5Frame => ({
  control,
  serverSequence: 7,
  loggerSequence: 9,
  serial: 4_000_000_001,
  payload,
});
const heartbeat = encodeV5Frame(frame(V5_CONTROL.heartbeat, encodeHeartbeat()));

const anyFrame = fc
  .record({
    control: fc.integer({ min: 0, max: 255 }),
    serverSequence: fc.integer({ min: 0, max: 255 }),
    loggerSequence: fc.integer({ min: 0, max: 255 }),
    serial: fc.integer({ min: 0, max: 0xff_ff_ff_ff }),
    payload: fc.uint8Array({ maxLength: 300 }),
  })
  .map((made): V5Frame => made);

describe('stream parser', () => {
  test('finds frames however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(anyFrame, { maxLength: 6 }), fc.integer({ min: 1, max: 97 }), (frames, step) => {
        const stream = Buffer.concat(frames.map(encodeV5Frame));
        const parser = new V5StreamParser();
        const found: V5Frame[] = [];
        for (let at = 0; at < stream.length; at += step)
          found.push(...parser.push(stream.subarray(at, at + step)));
        expect(found.map(encodeV5Frame)).toEqual(frames.map(encodeV5Frame));
        expect(parser.pending).toBe(0);
      }),
    );
  });

  test('never throws on random bytes, never keeps more than one frame, and finds the frame behind them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 4000 }), (garbage) => {
        const parser = new V5StreamParser();
        const found = parser.push(garbage);
        expect(parser.pending).toBeLessThan(V5_MAX_PAYLOAD + V5_OVERHEAD);
        // Garbage may end like the head of a long frame; the whole frame behind it is found all the same.
        found.push(...parser.push(heartbeat));
        expect(found.at(-1)?.serial).toBe(4_000_000_001);
      }),
      { numRuns: 60 },
    );
  });

  test('a frame that was cut off does not keep the next one waiting', () => {
    const long = encodeV5Frame(frame(V5_CONTROL.data, new Uint8Array(400)));
    const parser = new V5StreamParser();
    expect(parser.push(long.subarray(0, 100))).toEqual([]);
    expect(parser.push(heartbeat).map(({ control }) => control)).toEqual([V5_CONTROL.heartbeat]);
    expect(parser.stats.garbage).toBe(100);
    expect(parser.pending).toBe(0);
  });

  test('a flipped bit costs one frame and is counted', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: heartbeat.length - 1 }),
        fc.integer({ min: 0, max: 7 }),
        (at, bit) => {
          const flipped = heartbeat.slice();
          flipped[at]! ^= 1 << bit;
          const parser = new V5StreamParser();
          expect(parser.push(Buffer.concat([flipped, heartbeat]))).toHaveLength(1);
          const { badMarker, badChecksum, badEnd } = parser.stats;
          expect(badMarker + badChecksum + badEnd).toBeGreaterThan(0);
        },
      ),
    );
  });

  test('a length beyond any real frame is refused at once', () => {
    const parser = new V5StreamParser();
    expect(parser.push(Buffer.concat([Uint8Array.of(0xa5, 0xff, 0xff, 0x10, 0x42), heartbeat]))).toHaveLength(
      1,
    );
    expect(parser.stats.oversized).toBe(1);
  });
});

describe('payloads survive the way there and back', () => {
  test('hello', () => {
    const hello = {
      times: { ...times, frameType: 2 },
      uploadMinutes: 5,
      collectSeconds: 60,
      heartbeatSeconds: 120,
      maxDevices: 1,
      signal: 77,
      firmware: 'SF5_17_0501_1.00',
      mac: '02:00:5e:00:00:01',
      ip: '192.0.2.10',
      sensorList: 0x0501,
      hardware: 'V1',
      ssid: 'roof',
    };
    expect(parseHello(encodeHello(hello))).toEqual(hello);
  });

  test('a hello cut anywhere gives what it still holds, or nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 330 }), (payload) => {
        const hello = parseHello(payload);
        expect(hello === undefined || typeof hello.firmware === 'string').toBe(true);
      }),
    );
  });

  test('the sensor list stands in the firmware name', () => {
    expect(sensorListOfFirmware('LSW5BLE_17_02B0_1.05')).toBe(0x02b0);
    expect(sensorListOfFirmware('LSW3')).toBeUndefined();
  });

  test('wifi info and report', () => {
    expect(parseWifiInfo(encodeWifiInfo({ times, ssid: 'roof', signal: 55 }))).toEqual({
      times,
      ssid: 'roof',
      signal: 55,
    });
    expect(parseReport(encodeReport(times))).toEqual(times);
  });

  test('data head, live and buffered', () => {
    const body = Uint8Array.of(1, 2, 3);
    const buffered = encodeData({
      times: { ...times, frameType: 0x81 },
      sensorList: 0x2701,
      packet: 4,
      body,
    });
    expect(parseDataHead(buffered)).toMatchObject({ buffered: true, sensorList: 0x2701, body });
  });
});

describe('answers', () => {
  test('set the clock, repeat the type and count on', () => {
    const hello = frame(V5_CONTROL.hello, Uint8Array.of(2));
    const answer = answerFor(hello, { now: 1_700_000_000_999, period: 60 })!;
    expect(answer).toMatchObject({
      control: 0x11,
      serverSequence: 8,
      loggerSequence: 9,
      serial: hello.serial,
    });
    expect(Buffer.from(answer.payload).toString('hex')).toBe('020100f153653c000000');
    expect(parseServerAnswer(answer.payload)).toEqual({ now: 1_700_000_000_000, period: 60 });
  });

  test('answers get no answer', () => {
    expect(
      answerFor(frame(V5_CONTROL.commandAnswer, new Uint8Array(20)), { now: 0, period: 0 }),
    ).toBeUndefined();
  });
});

describe('commands', () => {
  const read = { slave: 1, fn: 3, addr: 59, count: 2 } as const;
  const rtu = encodeReadResponse(read, [2, 177]);

  test('carry Modbus there and back', () => {
    expect(parseCommand(encodeModbusCommand(encodeReadRequest(read), 0x0501))).toEqual({
      type: 'modbus',
      sensorList: 0x0501,
      rtu: encodeReadRequest(read),
    });
    expect(parseCommandAnswer(encodeCommandAnswer({ times, rtu }))).toMatchObject({ type: 'modbus', rtu });
  });

  test('a CRC doubled by the logger and a stray byte before the frame are taken away', () => {
    const doubled = Uint8Array.from([...rtu, 0, 0]);
    const stray = Uint8Array.from([0xff, ...rtu]);
    for (const quirky of [doubled, stray]) {
      expect(parseCommandAnswer(encodeCommandAnswer({ times, rtu: quirky }))).toMatchObject({
        type: 'modbus',
        rtu,
      });
    }
  });

  test('carry AT there and back', () => {
    expect(parseCommand(encodeAtCommand('AT+VER'))).toEqual({ type: 'at', text: 'AT+VER' });
    const answer = parseCommandAnswer(encodeAtAnswer(times, '+ok=1.2\r'));
    expect(answer).toEqual({ type: 'at', times: { ...times, frameType: 1 }, text: '+ok=1.2' });
    expect(parseCommand(new Uint8Array(3))).toBeUndefined();
    expect(parseCommand(new Uint8Array(20).fill(5))).toEqual({ type: 'other', code: 5 });
  });

  test('short errors say why there is no frame', () => {
    expect(parseCommandAnswer(encodeCommandError(times, 5))).toMatchObject({ reason: 'no-answer' });
    expect(parseCommandAnswer(encodeCommandError(times, 6))).toMatchObject({ reason: 'wrong-serial' });
    expect(parseCommandAnswer(encodeCommandError(times, 2))).toMatchObject({ reason: 'exception', code: 2 });
  });

  test('random bytes are an answer or a reason, never an exception', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (payload) => {
        expect(['modbus', 'at', 'error']).toContain(parseCommandAnswer(payload).type);
      }),
    );
  });
});
