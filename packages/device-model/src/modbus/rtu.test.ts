import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { crc16, hasValidCrc, withCrc } from './crc16.ts';
import {
  encodeException,
  encodeReadRequest,
  encodeReadResponse,
  encodeWriteRequest,
  encodeWriteResponse,
  ModbusError,
  parseReadResponse,
  parseRequest,
  parseWriteResponse,
  type ModbusRead,
  type ModbusWrite,
} from './rtu.ts';

const word = fc.integer({ min: 0, max: 0xffff });
const reads = fc.record({
  slave: fc.integer({ min: 1, max: 247 }),
  fn: fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const),
  addr: word,
  count: fc.integer({ min: 1, max: 120 }),
});

test('the CRC of the example in the Modbus documentation', () => {
  expect(Buffer.from(encodeReadRequest({ slave: 1, fn: 3, addr: 3, count: 5 })).toString('hex')).toBe(
    '01030003000575c9',
  );
  expect(crc16(Uint8Array.of(1, 3, 0, 3, 0, 5))).toBe(0xc975);
});

test('a CRC notices every single flipped bit', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 1, maxLength: 60 }),
      fc.nat(),
      fc.integer({ min: 0, max: 7 }),
      (bytes, at, bit) => {
        const framed = withCrc(bytes);
        expect(hasValidCrc(framed)).toBe(true);
        framed[at % framed.length]! ^= 1 << bit;
        expect(hasValidCrc(framed)).toBe(false);
      },
    ),
  );
});

describe('requests', () => {
  test('reads survive the way there and back', () => {
    fc.assert(
      fc.property(reads, (read: ModbusRead) => {
        expect(parseRequest(encodeReadRequest(read))).toEqual(read);
      }),
    );
  });

  test.each<ModbusWrite>([
    { slave: 1, fn: 5, addr: 9, words: [1] },
    { slave: 2, fn: 6, addr: 40, words: [65_535] },
    { slave: 3, fn: 15, addr: 7, words: [1, 0, 1, 1, 0, 0, 0, 1, 1] },
    { slave: 4, fn: 16, addr: 62, words: [1, 2, 3] },
  ])('writes by function $fn survive the way there and back', (write) => {
    expect(parseRequest(encodeWriteRequest(write))).toEqual(write);
    expect(() => parseWriteResponse(write, encodeWriteResponse(write))).not.toThrow();
  });

  test.each<[string, ModbusWrite, Partial<ModbusWrite>]>([
    ['another address', { slave: 1, fn: 6, addr: 40, words: [50] }, { addr: 41 }],
    ['another value', { slave: 1, fn: 6, addr: 40, words: [50] }, { words: [100] }],
    ['another state', { slave: 1, fn: 5, addr: 9, words: [1] }, { words: [0] }],
    ['fewer registers', { slave: 1, fn: 16, addr: 62, words: [1, 2, 3] }, { words: [1, 2] }],
  ])('an answer to a write that repeats %s is none', (_what, write, told) => {
    const answer = encodeWriteResponse({ ...write, ...told });
    expect(() => parseWriteResponse(write, answer)).toThrow(
      expect.objectContaining({ reason: 'bad-length' }),
    );
  });
});

test.each([
  ['a read with a byte too many', withCrc(Uint8Array.of(1, 3, 0, 0, 0, 1, 9)), 'bad-length'],
  ['a write whose count lies', withCrc(Uint8Array.of(1, 16, 0, 0, 0, 2, 2, 0, 1)), 'bad-length'],
  ['a function nobody has', withCrc(Uint8Array.of(1, 99, 0, 0, 0, 1)), 'wrong-function'],
  ['a stump', Uint8Array.of(1, 3, 0), 'too-short'],
])('a request is refused: %s', (_what, frame, reason) => {
  expect(() => parseRequest(frame)).toThrow(expect.objectContaining({ reason }));
});

describe('answers', () => {
  test('registers and bits come back as they were sent', () => {
    fc.assert(
      fc.property(reads, fc.infiniteStream(word), (read, stream) => {
        const sent = [...stream.take(read.count)].map((value) => (read.fn <= 2 ? value & 1 : value));
        expect(Array.from(parseReadResponse(read, encodeReadResponse(read, sent)))).toEqual(sent);
      }),
    );
  });

  const read: ModbusRead = { slave: 1, fn: 3, addr: 0, count: 2 };
  const good = encodeReadResponse(read, [1, 2]);

  test.each([
    ['exception', encodeException(read, 2)],
    ['wrong-slave', encodeReadResponse({ ...read, slave: 2 }, [1, 2])],
    ['wrong-function', encodeReadResponse({ ...read, fn: 4 }, [1, 2])],
    ['bad-length', encodeReadResponse({ ...read, count: 1 }, [1])],
    ['bad-crc', Uint8Array.from([...good.slice(0, -1), good.at(-1)! ^ 1])],
    ['too-short', Uint8Array.of(1, 3)],
  ])('a wrong one says why: %s', (reason, frame) => {
    expect(() => parseReadResponse(read, frame)).toThrow(expect.objectContaining({ reason }));
  });

  test('random bytes are refused with a reason', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          parseReadResponse(read, bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(ModbusError);
        }
      }),
    );
  });
});
