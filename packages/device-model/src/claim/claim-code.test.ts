import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { claimText, encodeClaimCode } from './claim-code.ts';

const codeOf = (sn: string, secret: string) =>
  encodeClaimCode(createHmac('sha256', secret).update(claimText(sn)).digest());

test('the codes of the vectors, which another implementation computed', () => {
  expect(codeOf('SF1000001', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP')).toBe('35BDHS76KW');
  expect(codeOf('TEST-1', 'first secret')).toBe('HFXMYXGT8Q');
});

test('every bit of the first fifty counts, and no other', () => {
  const zero = new Uint8Array(32);
  const codes = Array.from({ length: 64 }, (_, bit) => {
    const mac = zero.slice();
    mac[bit >> 3] = 128 >> (bit & 7);
    return encodeClaimCode(mac);
  });
  expect(new Set(codes.slice(0, 50)).size).toBe(50);
  expect(new Set(codes.slice(50))).toEqual(new Set([encodeClaimCode(zero)]));
});
