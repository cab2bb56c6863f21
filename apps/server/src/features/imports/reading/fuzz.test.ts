import { importMapping, timeReader } from '@sunfleet/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../../platform/errors.ts';
import { guessMapping } from '../guess/guess-mapping.ts';
import { guessDelimiter, guessEncoding } from '../../../platform/tables/guess-text.ts';
import { openTable } from '../running/open-table.ts';
import { decodeText } from './decode-text.ts';
import { instantsOf } from './local-times.ts';
import { parseNumber } from '../../../platform/tables/parse-number.ts';
import { readRecords } from './read-records.ts';

const NOW = Date.UTC(2026, 0, 1);
const mapping = importMapping.parse({
  stationId: 1,
  timeColumn: 'time',
  timeZone: 'Europe/Berlin',
  sn: 'FUZZ',
  columns: [{ column: 'P', point: 'ac.power' }],
});

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield Buffer.from(bytes.subarray(at, at + size));
}

test('random bytes below a header become rows with samples or with problems, or one error of ours; never another', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 400 }),
      fc.integer({ min: 1, max: 50 }),
      async (noise, size) => {
        const bytes = Buffer.concat([Buffer.from('time,P\n2025-07-01 12:00,1\n'), noise]);
        try {
          const table = await openTable(pieces(bytes, size), mapping, NOW);
          for await (const row of table.rows) {
            for (const { value } of row.samples) expect(Number.isFinite(value)).toBe(true);
            if (row.samples.length > 0)
              expect([row.problems, Number.isInteger(row.time)]).toEqual([[], true]);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('however a file is cut into chunks, its rows are the same', async () => {
  const cell = fc
    .string({ unit: 'grapheme', maxLength: 6 })
    .filter((text) => !/[",\r\n\uFEFF]/.test(text) && text.trim() !== '');
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        const text = rows.map((row) => row.join(',')).join('\n');
        const read: string[][] = [];
        for await (const { cells } of readRecords(decodeText(pieces(Buffer.from(text), size), 'utf-8'), ','))
          read.push(cells);
        expect(read).toEqual(rows);
      },
    ),
    { numRuns: 100 },
  );
});

test('guesses are made of anything', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string(), { maxLength: 5 }), { maxLength: 8 }),
      fc.uint8Array(),
      (rows, bytes) => {
        const [header = [], ...rest] = rows;
        const encoding = guessEncoding(bytes);
        const delimiter = guessDelimiter(rows.map((row) => row.join(';')));
        expect(guessMapping({ encoding, delimiter, header, rows: rest })).toMatchObject({
          encoding,
          delimiter,
        });
      },
    ),
  );
});

test('a number is finite or none', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('.' as const, ',' as const), (text, decimal) => {
      const value = parseNumber(text, decimal);
      expect(value === undefined || Number.isFinite(value)).toBe(true);
    }),
  );
});

test('every number is read back as it was written, with either decimal sign', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(parseNumber(String(value), '.')).toBe(value + 0);
      expect(parseNumber(String(value).replace('.', ','), ',')).toBe(value + 0);
    }),
  );
});

test('a format that is taken reads what it is asked to, or nothing', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (pattern, text) => {
      const time = timeReader(`YYYY-MM-DD${pattern}`)?.(`2025-07-01${text}`);
      if (time) expect(Number.isFinite('wall' in time ? time.wall : time.instant)).toBe(true);
    }),
  );
});

test('a wall time has at most two instants, in order, each of which shows it', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2001-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
      fc.constantFrom(
        'Europe/Berlin',
        'America/New_York',
        'Australia/Lord_Howe',
        'Asia/Kolkata',
        'Africa/Casablanca',
      ),
      (date, zone) => {
        const instants = instantsOf(date.getTime(), zone);
        expect(instants.length).toBeLessThanOrEqual(2);
        expect(instants).toEqual(instants.toSorted((a, b) => a - b));
        const shown = new Intl.DateTimeFormat('sv-SE', {
          timeZone: zone,
          dateStyle: 'short',
          timeStyle: 'medium',
        });
        for (const instant of instants)
          expect(shown.format(instant)).toBe(date.toISOString().slice(0, 19).replace('T', ' '));
      },
    ),
  );
});
