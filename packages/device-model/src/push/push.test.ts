import { describe, expect, test } from 'vitest';
import { encodeV5Frame, V5_CONTROL, type V5Frame } from '../v5/frame.ts';
import { V5StreamParser } from '../v5/stream-parser.ts';
import { profileById } from '../profiles/index.ts';
import { PUSH_LAYOUTS, type PushLayout } from './layouts.data.ts';
import { decodePush, encodePush, pushLayoutFor } from './push.ts';

const SERIAL = 2_900_000_077;
const times = { frameType: 1, totalSeconds: 7_000_000, powerOnSeconds: 60, offsetSeconds: 1_720_000_000 };

/** A value each field can hold exactly, different for each. */
function example(layout: PushLayout): Record<string, number> {
  return Object.fromEntries(
    layout.fields.map(({ key, scale, offset = 0, map }, index) => {
      if (map) return [key, Object.values(map).at(-1)!];
      const raw = key === 'battery.soc' ? Math.round(50 / scale) : 20 + index;
      return [key, Math.round((raw * scale + offset) * 1e6) / 1e6];
    }),
  );
}

function frameOf(layout: PushLayout, values: Record<string, number>, sn = 'SF01TEST42'): V5Frame {
  const payload = encodePush({ layout, sn, values, times, packet: 9 });
  return { control: V5_CONTROL.data, serverSequence: 1, loggerSequence: 2, serial: SERIAL, payload };
}

describe.each(PUSH_LAYOUTS.map((layout) => [layout.id, layout] as const))('%s', (_id, layout) => {
  test('decodes what it encodes, through the wire', () => {
    const values = example(layout);
    const [frame] = new V5StreamParser().push(encodeV5Frame(frameOf(layout, values)));
    const pushed = decodePush(frame!);
    expect(pushed).toMatchObject({ sn: 'SF01TEST42', time: 1_727_000_000_000, buffered: false });
    expect(pushed?.values).toMatchObject(values);
    expect(pushed?.layout).toBe(layout);
  });

  test('is chosen by its code and has no two quantities in one place', () => {
    expect(pushLayoutFor(layout.sensorList)).toBe(layout);
    const taken = new Set<number>();
    for (const { at, format } of layout.fields) {
      for (let byte = at; byte < at + (format.startsWith('u32') ? 4 : 2); byte += 1) {
        expect([byte, taken.has(byte)]).toEqual([byte, false]);
        taken.add(byte);
      }
    }
    expect(Math.max(...taken)).toBeLessThan(layout.frameLength - 2);
  });

  test('names a profile that exists, if any', () => {
    expect(layout.profileId === undefined || profileById(layout.profileId) !== undefined).toBe(true);
  });

  test('is not read from a frame shorter than the layout', () => {
    const frame = frameOf(layout, example(layout));
    expect(decodePush({ ...frame, payload: frame.payload.subarray(0, -1) })).toBeUndefined();
  });
});

const micro = pushLayoutFor(0x02b0)!;

test('powers that the device does not send are voltage times current', () => {
  const layout = pushLayoutFor(0x2701)!;
  const pushed = decodePush(frameOf(layout, { 'pv1.voltage': 300, 'pv1.current': 2.5 }));
  expect(pushed?.values['pv1.power']).toBe(750);
});

test('a value that cannot be one is left out, the others stay', () => {
  const values = decodePush(frameOf(micro, { 'ac.frequency': 655.35, 'ac.power': 120.5 }))?.values;
  expect(values).not.toHaveProperty('ac.frequency');
  expect(values?.['ac.power']).toBe(120.5);
});

test('a native state that is not known gives no state', () => {
  const frame = frameOf(micro, {});
  frame.payload[193 - 11] = 9;
  expect(decodePush(frame)?.values).not.toHaveProperty('state');
});

test('history kept by the logger is marked, and without a clock there is no time', () => {
  const frame = frameOf(micro, {});
  frame.payload[0] = 0x81;
  expect(decodePush(frame)?.buffered).toBe(true);
  frame.payload.fill(0, 11, 15);
  expect(decodePush(frame)?.time).toBeUndefined();
});

test('other frames are not pushed data: another control code, an unknown family, no serial number', () => {
  const frame = frameOf(micro, {});
  expect(decodePush({ ...frame, control: V5_CONTROL.hello })).toBeUndefined();
  expect(decodePush({ ...frame, payload: frame.payload.with(1, 0x77) })).toBeUndefined();
  expect(decodePush(frameOf(micro, {}, ''))).toBeUndefined();
  expect(decodePush(frameOf(micro, {}, "x' or 1"))).toBeUndefined();
});
