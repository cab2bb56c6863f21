import { isMeasurable } from '@sunfleet/contract';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import type { KnownDevice } from '../../../platform/ingest.ts';
import { createSampleColumns } from '../../../platform/sample-columns.ts';
import { MOST_ERRORS, parseInSlices, parseLines, type LineTarget } from './parse-lines.ts';
import type { Precision } from './time-digits.ts';

const NOW = Date.UTC(2026, 5, 1);

/** Reads lines for any SN and key; what was read comes back in words. */
function read(text: string | Buffer, precision: Precision = 'ms', first = 1) {
  const sns: string[] = [];
  const keys: string[] = [];
  const texts: string[][] = [];
  const target: LineTarget = {
    device(sn) {
      if (!sns.includes(sn)) sns.push(sn);
      return { id: sns.indexOf(sn) } as KnownDevice;
    },
    point(_device, key) {
      if (!keys.includes(key)) keys.push(key);
      return keys.indexOf(key) + first;
    },
    text: (device, key, value) => void texts.push([sns[device.id]!, key, value]),
    checkTime(time) {
      if (time < 0) throw new AppError('timeOutOfRange', { time });
    },
  };
  const columns = createSampleColumns();
  const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text);
  const result = parseLines({ bytes, precision, now: NOW }, target, columns);
  const samples = Array.from({ length: columns.length }, (_, row) => [
    sns[columns.devices[row]!],
    keys[columns.points[row]! - first],
    columns.times[row],
    columns.values[row],
  ]);
  const errors = result.errors.map(({ line, error }) => [line, error.key, error.values.column]);
  return { lines: result.lines, samples, texts, errors };
}

test('fields of a line are samples of the device that tag sn names', () => {
  expect(read('pv,site=a,sn=SF1 ac.power=1200.5,energy.total=7i 1780000000000')).toEqual({
    lines: 1,
    samples: [
      ['SF1', 'ac.power', 1780000000000, 1200.5],
      ['SF1', 'energy.total', 1780000000000, 7],
    ],
    texts: [],
    errors: [],
  });
});

test.each([
  ['1', 1],
  ['-1.5', -1.5],
  ['+2', 2],
  ['.5', 0.5],
  ['5.', 5],
  ['1e3', 1000],
  ['-1.25E-2', -0.0125],
  ['12i', 12],
  ['12u', 12],
  ['9007199254740993i', 9007199254740992],
  ['0.1234567890123456789', Number('0.1234567890123456789')],
  ['t', 1],
  ['FALSE', 0],
  ['True', 1],
])('value %s', (text, value) => {
  expect(read(`m,sn=SF1 k=${text} 5`).samples).toEqual([['SF1', 'k', 5, value]]);
});

test.each([
  ['1', 's', 1000],
  ['1780000000123', 'ms', 1780000000123],
  ['1780000000123456', 'us', 1780000000123],
  ['1780000000123456', 'u', 1780000000123],
  ['1780000000123456789', 'ns', 1780000000123],
  ['9223372036854775807', 'ns', 9223372036854],
] as const)('time %s in %s', (text, precision, time) => {
  expect(read(`m,sn=SF1 k=1 ${text}`, precision).samples).toEqual([['SF1', 'k', time, 1]]);
});

test('a line without a time is of now; line ends of any kind, empty lines and comments are no lines', () => {
  const { samples, lines, errors } = read(
    '\n# note\nm,sn=SF1 k=1\r\n\r\n   \nm,sn=SF1 k=2 7 \r\nm,sn=SF1 k=3',
  );
  expect(errors).toEqual([]);
  expect(lines).toBe(3);
  expect(samples.map(([, , time, value]) => [time, value])).toEqual([
    [NOW, 1],
    [7, 2],
    [NOW, 3],
  ]);
});

test('escapes and quotes are read as written, and texts are no samples', () => {
  const line = String.raw`my\ table\,x,a\=b=c\,d,sn=SF\ 1 a\ key=1,note="a, \"quoted\" = text\\",firmware="v2",b=2 9`;
  expect(read(line)).toEqual({
    lines: 1,
    samples: [
      ['SF 1', 'a key', 9, 1],
      ['SF 1', 'b', 9, 2],
    ],
    texts: [
      ['SF 1', 'note', 'a, "quoted" = text\\'],
      ['SF 1', 'firmware', 'v2'],
    ],
    errors: [],
  });
});

test.each([
  ['m', 2],
  ['m,sn=SF1', 9],
  ['m,sn=SF1 ', 10],
  ['m,sn= k=1', 6],
  ['m,sn k=1', 5],
  ['m k=1', 2],
  [',sn=SF1 k=1', 1],
  ['m,sn=SF1 k', 11],
  ['m,sn=SF1 k=', 12],
  ['m,sn=SF1 k=x', 12],
  ['m,sn=SF1 k=NaN', 12],
  ['m,sn=SF1 k=1x', 13],
  ['m,sn=SF1 k=-', 12],
  ['m,sn=SF1 k=1e', 12],
  ['m,sn=SF1 =1', 10],
  ['m,sn=SF1 k=1,', 14],
  ['m,sn=SF1 k="a', 14],
  ['m,sn=SF1 k="a"b', 15],
  ['m,sn=SF1 k=1 x', 14],
  ['m,sn=SF1 k=1 12x', 14],
  ['m,sn=SF1 k=1 1 1', 16],
  ['m,sn=SF1 k=1 99999999999999999999', 14],
])('"%s" is wrong at column %i, and the lines around it are still read', (line, column) => {
  const text = `m,sn=SF1 k=1 1\n${line}${line.endsWith('"a') ? '' : '\nm,sn=SF1 k=2 2'}`;
  const { errors, lines } = read(text);
  expect(errors).toEqual([[2, 'malformedLineProtocol', column]]);
  expect(lines).toBe(line.endsWith('"a') ? 1 : 2);
});

test('line numbers count the line ends inside texts', () => {
  const { errors } = read('m,sn=SF1 note="one\ntwo\nthree",k=1 1\nwrong');
  expect(errors).toEqual([[4, 'malformedLineProtocol', 6]]);
});

test('a number too large and a time out of range are told as such', () => {
  expect(read('m,sn=SF1 k=1e999 1\nm,sn=SF1 k=1 -5\n').errors).toEqual([
    [1, 'numberOutOfRange', undefined],
    [2, 'timeOutOfRange', undefined],
  ]);
});

test('a file of nonsense is not read to its end', () => {
  expect(read('x\n'.repeat(100_000)).errors).toHaveLength(MOST_ERRORS);
});

test.each([1, 20_000])('keys are told apart by their bytes, line after line (ids from %i)', (first) => {
  const lines = [
    'm,sn=A ac.power=1,pv1.power=2 1',
    'm,sn=A ac.power=3,pv2.power=4 2',
    'm,sn=B pv1.power=5,ac.power=6 3',
    'm,sn=B ac.powe=7,ac.power=8 4',
    'm,sn=B ac.power2=9,ac.power="x" 5',
  ];
  const { samples } = read(lines.join('\n'), 'ms', first);
  expect(samples.map(([, key, , value]) => [key, value])).toEqual([
    ['ac.power', 1],
    ['pv1.power', 2],
    ['ac.power', 3],
    ['pv2.power', 4],
    ['pv1.power', 5],
    ['ac.power', 6],
    ['ac.powe', 7],
    ['ac.power', 8],
    ['ac.power2', 9],
  ]);
});

const escaped = (text: string) => text.replaceAll(/[,= ]/g, String.raw`\$&`);
const word = fc.string({ minLength: 1, maxLength: 12 }).filter((text) => !/[\\\n\r"#]/.test(text));

test('what is written by the rules is read back', () => {
  const line = fc.record({
    sn: word,
    fields: fc.dictionary(word, fc.double({ noNaN: true, min: -1e20, max: 1e20 }).filter(isMeasurable), {
      minKeys: 1,
      maxKeys: 6,
    }),
    time: fc.nat(2_000_000_000),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
      const text = lines
        .map(({ sn, fields, time }) => {
          const written = Object.entries(fields).map(([key, value]) => `${escaped(key)}=${value}`);
          return `m,sn=${escaped(sn)} ${written.join(',')} ${time}`;
        })
        .join('\n');
      const expected = lines.flatMap(({ sn, fields, time }) =>
        Object.entries(fields).map(([key, value]) => [sn, key, time, Number(`${value}`)]),
      );
      expect(read(text)).toMatchObject({ errors: [], samples: expected });
    }),
  );
});

test('random bytes never throw, and no sample carries a number that is none', () => {
  const alphabet = fc.constantFrom(...Buffer.from('m,sn=SF1 k=12.5e-3i"\\\n\r t#\0\u00ff', 'latin1'));
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.array(alphabet, { maxLength: 300 }));
  fc.assert(
    fc.property(bytes, (input) => {
      for (const [, , time, value] of read(Buffer.from(input)).samples) {
        expect(Number.isFinite(time)).toBe(true);
        expect(Number.isFinite(value)).toBe(true);
      }
    }),
    { numRuns: 3000 },
  );
});

test('a large batch read in slices is the same, and others have their turn between them', async () => {
  const text = Array.from({ length: 30_000 }, (_, n) => `m,sn=SF1 k=${n},t="a\nb" ${n}`).join('\n');
  const target: LineTarget = {
    device: () => ({ id: 7 }) as KnownDevice,
    point: () => 1,
    text: () => undefined,
    checkTime: () => undefined,
  };
  const bytes = Buffer.from(`${text}\nnonsense`);
  const batch = { bytes, precision: 'ms', now: NOW } as const;
  const [whole, sliced] = [createSampleColumns(), createSampleColumns()];
  const { lines, errors } = parseLines(batch, target, whole);
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);
  const read = await parseInSlices(
    batch,
    target,
    sliced,
    () => new Promise((resolve) => setImmediate(resolve)),
  );
  clearInterval(others);
  expect(turns).toBeGreaterThan(0);
  expect([read.lines, read.errors.map(({ line }) => line)]).toEqual([lines, errors.map(({ line }) => line)]);
  expect([lines, errors[0]!.line]).toEqual([30_000, 60_001]);
  expect(sliced.values.slice(0, sliced.length)).toEqual(whole.values.slice(0, whole.length));
});

test('a line has at most as many fields as a reading has points', () => {
  const line = (count: number) =>
    `m,sn=SF1 ${Array.from({ length: count }, (_, n) => `k${n}=1`).join(',')} 5`;
  expect(read(line(1000)).samples).toHaveLength(1000);
  expect(read(`${line(1001)}\nm,sn=SF1 k=1 5`)).toMatchObject({
    errors: [[1, 'malformedLineProtocol', 6900]],
    lines: 1,
  });
});

test.each([
  ['a serial number', 'pv,sn=', '\\,', ' ac.power=1'],
  ['a tag', 'pv,sn=SF1,tag=', '\\=', ' ac.power=1'],
  ['a key', 'pv,sn=SF1 ', '\\,', '=1'],
  ['a text', 'pv,sn=SF1 firmware="', '\\"', '",ac.power=1'],
  ['a text of line ends', 'pv,sn=SF1 firmware="', '\n', '",ac.power=1'],
  ['a number', 'pv,sn=SF1 ac.power=', '9', ''],
  ['an exponent', 'pv,sn=SF1 ac.power=1e', '0', '1'],
  ['spaces', 'pv,sn=SF1 ', ' ', 'ac.power=1'],
  ['tags', 'pv,sn=SF1', ',a=b', ' ac.power=1'],
  ['a time', 'pv,sn=SF1 ac.power=1 ', '1', ''],
])(
  'a line that one word makes megabytes long is refused without being read to its end: %s',
  async (...line) => {
    const [, head, filling, tail] = line;
    const batch = `${head}${filling.repeat(2_000_000 / filling.length)}${tail}\npv,sn=SF2 ac.power=2\n`;
    const bytes = Buffer.from(batch + 'pv,sn=SF2 ac.power=3\n'.repeat(10));
    const pointed = vi.fn<() => number>(() => 1);
    const looked = vi.spyOn(Buffer.prototype, 'toString');
    const target = { device: () => ({ id: 1 }) as KnownDevice, point: pointed, text() {}, checkTime() {} };
    const from = { bytes, precision: 'ms', now: NOW } as const;
    const { errors } = await parseInSlices(from, target, createSampleColumns(), () => undefined);
    const longest = Math.max(
      ...looked.mock.calls.map(([, start, end]) => Number(end ?? 0) - Number(start ?? 0)),
    );
    looked.mockRestore();
    expect(errors[0]!.line).toBe(1);
    expect(errors[0]!.error.key).toMatch(/^(malformedLineProtocol|numberOutOfRange)$/);
    expect(JSON.stringify(errors[0]!.error.values).length).toBeLessThan(100);
    expect(longest).toBeLessThan(filling === '9' || filling === '0' ? 600_000 : 3000);
  },
);

test('of a number with thousands of digits the refusal shows the first ones', () => {
  const { errors } = parseLines(
    { bytes: Buffer.from(`pv,sn=SF1 ac.power=${'9'.repeat(5000)}`), precision: 'ms', now: NOW },
    { device: () => ({ id: 1 }) as KnownDevice, point: () => 1, text() {}, checkTime() {} },
    createSampleColumns(),
  );
  expect(errors[0]!.error.values.field).toBe('9'.repeat(40));
});
