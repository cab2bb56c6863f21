import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withCrc } from '../modbus/crc16.ts';
import { encodeException, encodeReadRequest, encodeReadResponse, encodeWriteRequest } from '../modbus/rtu.ts';
import { encodeMbap } from '../modbus/tcp.ts';
import { profileById } from '../profiles/index.ts';
import { SUNSPEC_BASE } from '../sunspec/chain.ts';
import { encodeCommandAnswer, encodeModbusCommand } from '../v5/command.ts';
import { encodeV5Frame, V5_CONTROL } from '../v5/frame.ts';
import { decodeFrames } from './decode-frames.ts';
import { FrameError } from './frame-error.ts';
import { bytesOfHex } from './hex.ts';

const read = { slave: 1, fn: 3, addr: 3, count: 5 } as const;
const times = { frameType: 2, totalSeconds: 100, powerOnSeconds: 10, offsetSeconds: 1_700_000_000 };
const v5 = (control: number, payload: Uint8Array) =>
  encodeV5Frame({ control, serverSequence: 7, loggerSequence: 9, serial: 2_070_233_889, payload });

test('hexadecimal text is taken however it is spaced', () => {
  const bytes = Uint8Array.of(0xa5, 0x01, 0xff);
  for (const text of [
    'a501ff',
    'A5 01 FF',
    '0xa5, 0x01, 0xff',
    'a5:01:ff',
    String.raw`\xa5\x01\xff`,
    ' a5\n01-ff ',
  ])
    expect(bytesOfHex(text)).toEqual(bytes);
});

test.each([
  ['', 'empty'],
  ['a5 0', 'halfByte'],
  ['a5 zz', 'notHex'],
])('%j is no bytes', (text, fault) => {
  expect(() => bytesOfHex(text)).toThrow(expect.objectContaining({ fault }));
});

test('an answer behind its request takes the address, and a profile names its registers', () => {
  const words = [0x3231, 0x3036, 0x3233, 0x3432, 0x3538];
  const frames = decodeFrames([encodeReadRequest(read), encodeReadResponse(read, words)], {
    profile: profileById('deye-string')!,
  });
  expect(frames).toMatchObject([
    { protocol: 'modbusRtu', modbus: { kind: 'readRequest', slave: 1, fn: 3, address: 3, count: 5 } },
    { modbus: { kind: 'readAnswer', address: 3, words, meaning: { texts: { serialNumber: '2106234258' } } } },
  ]);
});

test('the same through the tunnel of V5, with its times', () => {
  const question = v5(V5_CONTROL.command, encodeModbusCommand(encodeReadRequest(read), 0x02b0));
  const answer = v5(
    V5_CONTROL.commandAnswer,
    encodeCommandAnswer({ times, rtu: encodeReadResponse(read, [1, 2, 3, 4, 5]) }),
  );
  expect(decodeFrames([Buffer.concat([question, answer])])).toMatchObject([
    {
      protocol: 'v5',
      name: 'command',
      control: '0x45',
      loggerSerial: 2_070_233_889,
      payload: { sensorList: '0x02b0' },
    },
    {
      name: 'commandAnswer',
      payload: { acquiredAt: '2023-11-14T22:15:00.000Z' },
      modbus: { kind: 'readAnswer', address: 3, words: [1, 2, 3, 4, 5] },
    },
  ]);
});

test('writes, refusals and what devices add to frames', () => {
  const doubled = withCrc(encodeException(read, 2));
  expect(
    decodeFrames([encodeWriteRequest({ slave: 1, fn: 16, addr: 62, words: [1, 2] }), doubled]),
  ).toMatchObject([
    { modbus: { kind: 'writeRequest', address: 62, words: [1, 2] } },
    { modbus: { kind: 'exception', fn: 3, code: 2, name: 'illegal data address', quirks: ['doubleCrc'] } },
  ]);
});

test('a map of SunSpec over Modbus TCP is read to its models', () => {
  const inverter = Array.from({ length: 52 }, () => 0xffff);
  inverter.splice(0, 2, 103, 50);
  inverter.splice(14, 2, 1234, 0);
  const words = [0x5375, 0x6e53, ...inverter, 0xffff, 0];
  const rtu = encodeReadResponse({ slave: 1, fn: 3, addr: SUNSPEC_BASE, count: words.length }, words);
  expect(decodeFrames([encodeMbap({ transaction: 4, rtu })])).toMatchObject([
    {
      protocol: 'modbusTcp',
      transaction: 4,
      modbus: {
        meaning: {
          models: [{ model: 103, address: SUNSPEC_BASE + 2, length: 50 }],
          values: { 'ac.power': { value: 1234, unit: 'W' } },
        },
      },
    },
  ]);
});

describe('a bad frame says where and what would be right', () => {
  const good = v5(V5_CONTROL.heartbeat, Uint8Array.of(0));
  const changed = (at: number) => good.map((byte, index) => (index === at ? byte ^ 1 : byte));
  test.each([
    ['checksum', changed(good.length - 2), { fault: 'badChecksum', details: { at: 13 } }],
    [
      'end',
      changed(good.length - 1),
      { fault: 'badEnd', details: { at: 14, expected: '0x15', found: '0x14' } },
    ],
    ['marker', changed(3), { fault: 'badMarker', details: { at: 4 } }],
    ['cut off', good.subarray(0, 13), { fault: 'badLength', details: { expected: '14', found: '13' } }],
    [
      'CRC',
      Uint8Array.of(1, 3, 0, 3, 0, 5, 0x75, 0xc8),
      { fault: 'badCrc', details: { expected: '0x75 0xc9', found: '0x75 0xc8' } },
    ],
    ['function', withCrc(Uint8Array.of(1, 99, 0, 0, 0, 1)), { fault: 'malformed' }],
    ['two bytes', Uint8Array.of(1, 3), { fault: 'unknownProtocol' }],
  ])('%s', (_what, bytes, expected) => {
    expect(faultOf(bytes)).toMatchObject(expected);
  });
});

function faultOf(bytes: Uint8Array): unknown {
  try {
    return decodeFrames([bytes]);
  } catch (error) {
    return error;
  }
}

test('random bytes end in frames or in a reason', () => {
  const head = fc.constantFrom([], [0xa5], [0xa5, 4, 0, 0x10], [1, 3], [0, 1, 0, 0, 0, 6]);
  fc.assert(
    fc.property(head, fc.uint8Array({ maxLength: 300 }), fc.boolean(), (start, tail, crc) => {
      const bytes = Uint8Array.from([...start, ...tail]);
      try {
        decodeFrames([crc ? withCrc(bytes) : bytes]);
      } catch (error) {
        expect(error).toBeInstanceOf(FrameError);
      }
    }),
  );
});

const file = path.join(
  process.env.SUNFLEET_DATA ?? path.join(import.meta.dirname, '../../../../../shared/data'),
  '../vectors/v5_frames.json',
);
interface Vector {
  name: string;
  hex: string;
  length_ok: boolean;
  control: string;
  logger_serial: number;
}
const vectors = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Vector[]) : [];

test.skipIf(vectors.length === 0)(
  'captured frames are read, and the one with bytes missing is refused',
  () => {
    for (const { hex, length_ok, control, logger_serial } of vectors) {
      const bytes = bytesOfHex(hex);
      if (!length_ok) {
        expect(() => decodeFrames([bytes])).toThrow(FrameError);
        continue;
      }
      const [frame] = decodeFrames([bytes]);
      expect(frame).toMatchObject({
        protocol: 'v5',
        loggerSerial: logger_serial,
        control: `0x${control.slice(2, 4)}`,
      });
    }
  },
);
