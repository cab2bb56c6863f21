import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RegisterImage } from '../profile/register-image.ts';
import { nextSunSpecRead, SUNSPEC_BASE, sunSpecChain } from './chain.ts';
import { decodeSunSpec } from './decode.ts';

const word = fc.integer({ min: 0, max: 0xffff });
/** Heads of models as devices send them, of any length, among other words. */
const head = fc.tuple(fc.constantFrom(1, 101, 103, 113, 120, 122, 160, 201, 304, 0, 0xffff), fc.nat(70));
const words = fc
  .array(
    fc.oneof(
      word.map((one) => [one]),
      head,
    ),
    { maxLength: 300 },
  )
  .map((parts) => parts.flat());

test('whatever stands behind the marker of a map ends, and its values are finite', () => {
  fc.assert(
    fc.property(words, (registers) => {
      const image = new RegisterImage();
      image.load(3, SUNSPEC_BASE, Uint16Array.from([0x5375, 0x6e53, ...registers]));
      const began = performance.now();
      expect(sunSpecChain(image, 3).length).toBeLessThanOrEqual(64);
      nextSunSpecRead(image, 3);
      for (const [key, value] of Object.entries(decodeSunSpec(image, 3).values)) {
        expect([key, Number.isFinite(value)]).toEqual([key, true]);
      }
      expect(performance.now() - began).toBeLessThan(1000);
    }),
    { numRuns: 200 },
  );
});
