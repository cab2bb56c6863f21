import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeReadRequest, encodeReadResponse, parseReadResponse, parseRequest } from './rtu.ts';
import { encodeMbap, MbapStreamParser, type MbapFrame } from './tcp.ts';

const read = { slave: 126, fn: 3, addr: 40_000, count: 2 } as const;

test('a request as the Modbus guide shows it, and back', () => {
  const bytes = encodeMbap({ transaction: 0x1234, rtu: encodeReadRequest(read) });
  expect(Buffer.from(bytes).toString('hex')).toBe('1234000000067e039c400002');
  const [frame] = new MbapStreamParser().push(bytes);
  expect(frame?.transaction).toBe(0x1234);
  expect(parseRequest(frame!.rtu)).toEqual(read);
});

test('answers are found however the stream is cut', () => {
  const numbers = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(numbers, fc.integer({ min: 1, max: 40 }), (transactions, step) => {
      const frames = transactions.map((transaction) => ({
        transaction,
        rtu: encodeReadResponse(read, [transaction, 7]),
      }));
      const stream = Buffer.concat(frames.map(encodeMbap));
      const parser = new MbapStreamParser();
      const found: MbapFrame[] = [];
      for (let at = 0; at < stream.length; at += step)
        found.push(...parser.push(stream.subarray(at, at + step)));
      expect(found.map(({ transaction }) => transaction)).toEqual(transactions);
      expect(found.map(({ rtu }) => parseReadResponse(read, rtu)[0])).toEqual(transactions);
      expect(parser.pending).toBe(0);
    }),
  );
});

test('random bytes neither throw nor pile up', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 8 }), (chunks) => {
      const parser = new MbapStreamParser();
      for (const chunk of chunks) {
        parser.push(chunk);
        expect(parser.pending).toBeLessThanOrEqual(260);
      }
    }),
  );
});

test('text in front of a frame is counted and passed over', () => {
  const parser = new MbapStreamParser();
  const frame = encodeMbap({ transaction: 5, rtu: encodeReadRequest(read) });
  expect(parser.push(Buffer.concat([Buffer.from('AT+ok\r\n'), frame]))).toHaveLength(1);
  expect(parser.garbage).toBe(7);
});
