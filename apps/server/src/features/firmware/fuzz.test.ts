import fc from 'fast-check';
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { AppError } from '../../platform/errors.ts';
import { takeFirmware } from '../../gateway/mqtt/take-firmware.ts';
import { foreignContent } from './foreign-content.ts';
import { readPublicKey } from './public-key.ts';

const PEM = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString();

test('the beginning of any file is told or not, and never fails', () => {
  const head = fc.constantFrom('', '%PDF', '<html', '\uFEFF<?xml', '-----BEGIN ');
  fc.assert(
    fc.property(head, fc.uint8Array({ maxLength: 600 }), (start, bytes) => {
      const found = foreignContent(Buffer.concat([Buffer.from(start), bytes]));
      if (start === '%PDF') expect(found).toBe('PDF');
    }),
  );
});

test('what somebody typed as a key is 32 bytes, or one error of ours', () => {
  const changed = fc
    .tuple(fc.nat(PEM.length), fc.string({ maxLength: 8 }))
    .map(([at, text]) => PEM.slice(0, at) + text + PEM.slice(at + text.length));
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ maxLength: 200 }), changed, fc.base64String({ maxLength: 60 })),
      (typed) => {
        try {
          expect(readPublicKey(typed)).toHaveLength(32);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('whatever a device publishes about firmware reaches the image door as a question or a report, or is one error of ours', async () => {
  const door = {
    blockOf(_: unknown, order: string, from: number) {
      expect([typeof order, Number.isSafeInteger(from) && from >= 0]).toEqual(['string', true]);
      return Promise.resolve({ block: Buffer.alloc(0), bytes: 0 });
    },
    reportBy: () => Promise.resolve(null),
  };
  const payload = fc.oneof(
    fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    fc
      .record({ order: fc.jsonValue(), from: fc.jsonValue() })
      .map((said) => Buffer.from(JSON.stringify(said))),
  );
  await fc.assert(
    fc.asyncProperty(payload, async (bytes) => {
      try {
        await takeFirmware(door, { sn: 'FUZZ', organisationCode: 'F' }, bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
    { numRuns: 500 },
  );
});
