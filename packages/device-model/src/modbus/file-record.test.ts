import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  encodeFileWrite,
  MOST_FILE_WORDS,
  parseFileWrite,
  parseFileWriteResponse,
  type ModbusFileWrite,
} from './file-record.ts';
import {
  byteAt,
  encodeFirmwareStatus,
  FIRMWARE_FILE_FAILURES,
  FIRMWARE_FILE_STATES,
  placeOf,
  readFirmwareStatus,
} from './firmware-files.ts';
import { encodeException } from './rtu.ts';

const word = fc.integer({ min: 0, max: 0xffff });
const writes = fc.record({
  slave: fc.integer({ min: 1, max: 247 }),
  fn: fc.constant(21 as const),
  file: fc.integer({ min: 1, max: 0xffff }),
  record: fc.integer({ min: 0, max: 9999 }),
  words: fc.array(word, { minLength: 1, maxLength: MOST_FILE_WORDS }),
});

test('the example of the Modbus protocol: file 4 from record 7 on', () => {
  const request: ModbusFileWrite = { slave: 1, fn: 21, file: 4, record: 7, words: [0x06af, 0x04be, 0x100d] };
  expect(Buffer.from(encodeFileWrite(request)).subarray(1, -2).toString('hex')).toBe(
    '150d0600040007000306af04be100d',
  );
});

test('any piece survives the way there and back, and its answer is the same again', () => {
  fc.assert(
    fc.property(writes, (write) => {
      const frame = encodeFileWrite(write);
      expect(frame.length).toBeLessThanOrEqual(256);
      expect(parseFileWrite(frame)).toEqual(write);
      expect(() => parseFileWriteResponse(write, frame)).not.toThrow();
    }),
  );
});

test('an answer about something else, a refusal and noise are told apart', () => {
  const write: ModbusFileWrite = { slave: 3, fn: 21, file: 2, record: 0, words: [1, 2] };
  const reason = (frame: Uint8Array) => {
    try {
      parseFileWriteResponse(write, frame);
    } catch (error) {
      return (error as { reason: string }).reason;
    }
    return undefined;
  };
  expect(reason(encodeException(write, 4))).toBe('exception');
  expect(reason(encodeFileWrite({ ...write, slave: 4 }))).toBe('wrong-slave');
  expect(reason(encodeFileWrite({ ...write, words: [1, 3] }))).toBe('bad-length');
  expect(reason(Uint8Array.of(3, 21, 0, 0, 0, 0))).toBe('bad-crc');
  expect(() => parseFileWrite(encodeException(write, 4))).toThrow(
    expect.objectContaining({ reason: 'too-short' }),
  );
});

test('each byte of an image has a place, and each status comes back as it was', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 32_000_000 }), (half) => {
      const { file, record } = placeOf(2 * half);
      expect(byteAt(file, record)).toBe(2 * half);
    }),
  );
  fc.assert(
    fc.property(
      fc.record({
        state: fc.constantFrom(...FIRMWARE_FILE_STATES),
        failure: fc.constantFrom(...FIRMWARE_FILE_FAILURES),
        mark: word,
        next: fc.integer({ min: 0, max: 0xffff_ffff }),
      }),
      (status) => {
        expect(readFirmwareStatus(encodeFirmwareStatus(status))).toEqual(status);
      },
    ),
  );
  expect(readFirmwareStatus([9, 0, 0, 0, 0])).toBeUndefined();
  expect(readFirmwareStatus([0])).toBeUndefined();
});
