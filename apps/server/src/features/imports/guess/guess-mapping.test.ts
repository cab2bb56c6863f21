import { describe, expect, test } from 'vitest';
import { guessColumns } from './guess-columns.ts';
import { guessMapping } from './guess-mapping.ts';
import { guessDecimal, guessDelimiter, guessEncoding } from '../../../platform/tables/guess-text.ts';
import { guessTime } from './guess-time.ts';
import { threadMs } from '../../../../test/thread-ms.ts';

describe('text', () => {
  test('encoding', () => {
    expect(guessEncoding(Buffer.from('\uFEFFa;b', 'utf16le'))).toBe('utf-16le');
    expect(guessEncoding(Buffer.from('time;power', 'utf16le'))).toBe('utf-16le');
    expect(guessEncoding(Buffer.from('Größe;℃'))).toBe('utf-8');
    expect(guessEncoding(Buffer.from('Größe;Wärme;Höhe', 'latin1').subarray(0, 14))).toBe('latin1');
    expect(guessEncoding(Buffer.from([0xca, 0xb1, 0xbc, 0xe4, 0x3b, 0xb9, 0xa6, 0xc2, 0xca, 0x0a]))).toBe(
      'gbk',
    );
    expect(guessEncoding(Buffer.from('a℃').subarray(0, 3))).toBe('utf-8');
  });

  test('delimiter', () => {
    expect(guessDelimiter(['time;P;E', '1;2,5;3', '2;2,5;4'])).toBe(';');
    expect(guessDelimiter(['a,b', '"1,5",2'])).toBe(',');
    expect(guessDelimiter(['a\tb c', '1\t2'])).toBe('\t');
    expect(guessDelimiter(['single', 'column'])).toBe(',');
  });

  test('decimal', () => {
    expect(guessDecimal([['1,5', '1.234,5', 'x']])).toBe(',');
    expect(guessDecimal([['1.5', '2', '']])).toBe('.');
  });
});

describe('time', () => {
  const guess = (...texts: string[]) =>
    guessTime(
      texts.map((text) => ['x', text, '5']),
      3,
    );

  test.each([
    ['iso', '2020-05-15T01:00', '2020-05-15T01:15'],
    ['epochMs', '1700000000000', '1700000900000'],
    ['epochS', '1700000000', '1700000900'],
    ['DD/MM/YYYY HH:mm', '31/12/2021 00:00', '01/01/2022 00:10'],
    ['MM/DD/YYYY HH:mm', '12/31/2021 00:00', '01/01/2022 00:10'],
    ['DD.MM.YYYY HH:mm:ss', '31.12.2021 00:00:00', '01.01.2022 00:10:00'],
    ['MM/DD/YYYY h:mm A', '5/4/2025 1:00 AM', '5/5/2025 1:15 PM'],
  ])('%s', (format, ...texts) => {
    expect(guess(...texts)).toMatchObject({ column: 1, format });
  });

  test('where day and month could be either, the closer times win', () => {
    expect(guess('04/05/2025 00:00', '05/05/2025 00:00', '06/05/2025 00:00')?.format).toBe(
      'DD/MM/YYYY HH:mm',
    );
    expect(guess('04/05/2025 00:00', '04/06/2025 00:00', '04/07/2025 00:00')?.format).toBe(
      'MM/DD/YYYY HH:mm',
    );
  });

  test('a fixed offset is a zone', () => {
    expect(guess('2022-10-01 00:00:00+04:00')?.timeZone).toBe('Etc/GMT-4');
    expect(guess('2022-10-01T00:00:00Z')?.timeZone).toBe('UTC');
    expect(guess('2022-10-01 00:00:00+05:30')?.timeZone).toBeUndefined();
    expect(guess('2022-10-01 00:00')?.timeZone).toBeUndefined();
    expect(guess('2022-10-01')?.timeZone).toBeUndefined();
  });

  test('counters and numbers are no times', () => {
    expect(
      guessTime(
        [
          ['20221001', '6183645'],
          ['20221002', '6183646'],
        ],
        2,
      ),
    ).toBeUndefined();
  });
});

describe('columns', () => {
  const pointsOf = (...header: string[]) =>
    guessColumns(header, new Set()).map(({ column, point, scale }) => [column, point, scale]);

  test('names in several languages with their units', () => {
    expect(
      pointsOf('ac_power_kw', 'daily_yield_kwh', 'total_yield_kwh', 'IRRADIATION', 'MODULE_TEMPERATURE'),
    ).toEqual([
      ['ac_power_kw', 'ac.power', 1000],
      ['daily_yield_kwh', 'energy.day', 1],
      ['total_yield_kwh', 'energy.total', 1],
      ['IRRADIATION', 'irradiance.poa', 1],
      ['MODULE_TEMPERATURE', 'temp.module', 1],
    ]);
    expect(pointsOf('Leistung [kW]', 'Einstrahlung (kW/m2)', 'EacTotal(Wh)', 'Vpv3(V)', 'Istr12(A)')).toEqual(
      [
        ['Leistung [kW]', 'ac.power', 1000],
        ['Einstrahlung (kW/m2)', 'irradiance.poa', 1000],
        ['EacTotal(Wh)', 'energy.total', 0.001],
        ['Vpv3(V)', 'pv3.voltage', 1],
        ['Istr12(A)', 'str12.current', 1],
      ],
    );
    expect(pointsOf('Potência (W)', '功率(kW)')[0]).toEqual(['Potência (W)', 'ac.power', 1]);
    expect(pointsOf('功率(kW)')).toEqual([['功率(kW)', 'ac.power', 1000]]);
  });

  test('phases are no totals', () => {
    expect(pointsOf('PacR(VA)', 'Pac(W)', 'VacS(V)', 'IacT(A)').map(([, point]) => point)).toEqual([
      'ac.power',
      'ac.l2.voltage',
      'ac.l3.current',
    ]);
  });

  test('devices side by side', () => {
    expect(guessColumns(['POA_NE', 'Inv1_AC', 'Inv1_DC_MPPT2', 'Inv2_AC'], new Set())).toEqual([
      { column: 'POA_NE', point: 'irradiance.poa', scale: 1, offset: 0 },
      { column: 'Inv1_AC', point: 'ac.power', scale: 1, offset: 0, sn: 'Inv1' },
      { column: 'Inv1_DC_MPPT2', point: 'pv2.power', scale: 1, offset: 0, sn: 'Inv1' },
      { column: 'Inv2_AC', point: 'ac.power', scale: 1, offset: 0, sn: 'Inv2' },
    ]);
  });

  test('a point is taken once, and what means nothing is left to the person', () => {
    expect(pointsOf('Power', 'Power (2)', 'Remark')).toEqual([['Power', 'ac.power', 1]]);
  });
});

test('a whole file', () => {
  const header = ['Serial number', 'Time', 'Pac(W)', 'EacToday(kWh)'];
  const rows = ['04/04/2025 00:01', '04/04/2025 00:04', '05/04/2025 23:59'].map((time) => [
    'INV01',
    time,
    '--',
    '117,9',
  ]);
  expect(guessMapping({ encoding: 'utf-8', delimiter: ';', header, rows })).toEqual({
    encoding: 'utf-8',
    delimiter: ';',
    decimal: ',',
    timeColumn: 'Time',
    timeFormat: 'DD/MM/YYYY HH:mm',
    deviceColumn: 'Serial number',
    columns: [
      { column: 'Pac(W)', point: 'ac.power', scale: 1, offset: 0 },
      { column: 'EacToday(kWh)', point: 'energy.day', scale: 1, offset: 0 },
    ],
    nullTexts: ['--'],
  });
  expect(guessMapping({ encoding: 'utf-8', delimiter: ',', header: ['a'], rows: [] })).toEqual({
    encoding: 'utf-8',
    delimiter: ',',
    decimal: '.',
  });
});

test.each(['(', 'module', 'ac', '"', '1Z ', '- '])(
  'a header and cells of very many %j are looked at in no time',
  (text) => {
    const long = text.repeat(Math.floor(120_000 / text.length));
    const began = threadMs();
    const layout = {
      encoding: 'utf-8',
      delimiter: ',',
      header: ['time', long],
      rows: [[long, long]],
    } as const;
    expect(guessMapping(layout).columns).toBeUndefined();
    expect(guessDelimiter([long, long])).toBe(',');
    expect(threadMs() - began).toBeLessThan(1000);
  },
);

test('sixteen thousand columns that are no times take as little as their texts', () => {
  const row = Array.from({ length: 16_000 }, (_, n) => String(n % 10));
  const began = threadMs();
  expect(guessTime([row, row, row], row.length)).toBeUndefined();
  expect(threadMs() - began).toBeLessThan(700);
});
