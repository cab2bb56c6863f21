import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWholeHello } from './client-hello.ts';

/** A first word of so many bytes, cut into records of the lengths given. */
function hello(length: number, cuts: readonly number[] = []): Buffer {
  const message = Buffer.alloc(4 + length, 7);
  message[0] = 1;
  message.writeUIntBE(length, 1, 3);
  const records: Buffer[] = [];
  let at = 0;
  for (const cut of [...cuts, message.length]) {
    const part = message.subarray(at, at + cut);
    at += part.length;
    records.push(Buffer.from([22, 3, 1, part.length >> 8, part.length & 255]), part);
  }
  return Buffer.concat(records);
}

test('a first word is whole with its last byte and not before, however it is cut', () => {
  const cuts = fc.array(fc.nat(40), { maxLength: 8 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), cuts, (length, at) => {
      const bytes = hello(length, at);
      const message = 4 + length;
      const whole = at.reduce((sum, cut) => sum + cut, 0) >= message ? undefined : bytes.length;
      expect(isWholeHello(bytes)).toBe(true);
      if (whole)
        for (const end of [0, 1, 5, 9, whole - 1]) expect(isWholeHello(bytes.subarray(0, end))).toBe(false);
    }),
  );
});

test('what is no TLS is left to TLS to refuse, at once', () => {
  expect(isWholeHello(Buffer.from('GET / HTTP/1.1'))).toBe(true);
  expect(isWholeHello(Buffer.concat([hello(50).subarray(0, 20), Buffer.alloc(40, 0)]))).toBe(true);
});
