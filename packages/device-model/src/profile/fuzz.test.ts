import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pointByKey } from '../catalogue/points.ts';
import { PROFILES } from '../profiles/index.ts';
import { PUSH_LAYOUTS } from '../push/layouts.data.ts';
import { decodePush } from '../push/push.ts';
import { V5_CONTROL } from '../v5/frame.ts';
import { decodeFaults } from './decode-faults.ts';
import { decodePoints } from './decode.ts';
import { planReads } from './plan-reads.ts';
import { RegisterImage } from './register-image.ts';

const word = fc.integer({ min: 0, max: 0xffff });
const groups = ['fast', 'slow', 'once'] as const;

test.each(PROFILES.map((profile) => [profile.id, profile] as const))(
  '%s: whatever the registers hold, every value is a number and nothing throws',
  (_id, profile) => {
    fc.assert(
      fc.property(fc.infiniteStream(word), (words) => {
        const image = new RegisterImage();
        for (const { fn, addr, count } of planReads(profile, { groups })) {
          image.load(fn, addr, [...words.take(count)]);
        }
        if (profile.sunspec) image.load(3, 40_000, [0x5375, 0x6e53]);
        const { values } = decodePoints(profile, image);
        expect(Object.values(values).every(Number.isFinite)).toBe(true);
        for (const { code } of decodeFaults(profile, values)) expect(code).not.toBe('');
      }),
      { numRuns: 30 },
    );
  },
);

test('whatever a pushed frame holds, its values are inside their ranges', () => {
  const layouts = fc.constantFrom(...PUSH_LAYOUTS);
  fc.assert(
    fc.property(layouts, fc.uint8Array({ minLength: 21, maxLength: 1500 }), (layout, payload) => {
      payload[1] = layout.sensorList & 0xff;
      payload[2] = layout.sensorList >>> 8;
      const frame = { control: V5_CONTROL.data, serverSequence: 0, loggerSequence: 0, serial: 1, payload };
      for (const [key, value] of Object.entries(decodePush(frame)?.values ?? {})) {
        const point = pointByKey(key);
        expect(value).toBeGreaterThanOrEqual(point?.min ?? -Infinity);
        expect(value).toBeLessThanOrEqual(point?.max ?? Infinity);
      }
    }),
  );
});
