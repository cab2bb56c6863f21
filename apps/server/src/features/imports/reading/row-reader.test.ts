import { importMapping, type ImportMapping } from '@sunfleet/contract';
import { describe, expect, test } from 'vitest';
import { compileMapping } from './compile-mapping.ts';
import { createRowReader } from './row-reader.ts';

const NOW = Date.UTC(2026, 0, 1);
const HEADER = ['time', 'device', 'P', 'E'];

function mapping(values: Partial<ImportMapping> = {}): ImportMapping {
  return importMapping.parse({
    stationId: 1,
    timeColumn: 'time',
    timeZone: 'Europe/Berlin',
    sn: 'SN-1',
    columns: [
      { column: 'P', point: 'ac.power', scale: 1000 },
      { column: 'E', point: 'energy.total' },
    ],
    ...values,
  });
}

function read(cells: readonly string[][], values: Partial<ImportMapping> = {}, header = HEADER) {
  const reader = createRowReader(compileMapping(mapping(values), header), NOW);
  return cells.map((row, index) => reader.read({ line: index + 2, cells: row }));
}

const one = (cells: string[], values: Partial<ImportMapping> = {}) => read([cells], values)[0]!;

describe('rows', () => {
  test('a row becomes samples of one time, scaled, in the zone of the mapping', () => {
    expect(one(['2025-07-01 12:00', 'x', '0.3', '5.125'])).toEqual({
      line: 2,
      time: Date.UTC(2025, 6, 1, 10),
      ambiguous: false,
      samples: [
        { sn: 'SN-1', point: 'ac.power', value: 300 },
        { sn: 'SN-1', point: 'energy.total', value: 5.125 },
      ],
      problems: [],
    });
  });

  test('scaling leaves no digits that nobody measured; unscaled values are kept to the last bit', () => {
    expect(
      one(['2025-07-01', 'x', '1.1', '25.184316133333333']).samples.map((sample) => sample.value),
    ).toEqual([1100, 25.184316133333333]);
  });

  test('no value is no sample, and no problem', () => {
    const row = one(['2025-07-01', 'x', ' ', 'NA'], { nullTexts: ['NA', '--'] });
    expect([row.samples, row.problems]).toEqual([[], []]);
  });

  test('the device column names the device, with the prefix of the plant', () => {
    const values = { deviceColumn: 'device', snPrefix: 'P22-' };
    expect(one(['2025-07-01', ' INV01 ', '1', ''], values).samples).toEqual([
      { sn: 'P22-INV01', point: 'ac.power', value: 1000 },
    ]);
    expect(one(['2025-07-01', 'a b', '1', ''], values).problems).toMatchObject([
      { line: 2, column: 'device', key: 'serialNumber', values: { text: 'P22-a b' } },
    ]);
  });

  test('columns of several devices side by side', () => {
    const columns = [
      { column: 'P', point: 'ac.power', scale: 1, offset: 0, sn: 'A-1' },
      { column: 'E', point: 'ac.power', scale: 1, offset: 0, sn: 'A-2' },
    ];
    expect(
      one(['2025-07-01', 'x', '1', '2'], { columns }).samples.map(({ sn, value }) => [sn, value]),
    ).toEqual([
      ['A-1', 1],
      ['A-2', 2],
    ]);
  });
});

describe('problems', () => {
  test('every wrong cell of a row is named, and nothing of the row is taken', () => {
    const row = one(['yesterday', 'x', '5 kW', '-1']);
    expect(row.samples).toEqual([]);
    expect(row.problems).toEqual([
      { line: 2, column: 'time', key: 'time', values: { text: 'yesterday', format: 'iso' } },
      { line: 2, column: 'P', key: 'number', values: { text: '5 kW' } },
      {
        line: 2,
        column: 'E',
        key: 'range',
        values: { value: -1, min: 0, max: 1e12, unit: 'kWh', point: 'energy.total' },
      },
    ]);
  });

  test('rows cut short or with cells too many, such as those of decimal commas between commas', () => {
    const keys = read([
      ['2025-07-01', 'x', '1'],
      ['2025-07-01', 'x', '1', '5', '2'],
      ['2025-07-01', 'x', '1', '2', '', ' '],
    ]).map((row) => row.problems.map(({ key, values }) => [key, values.count]));
    expect(keys).toEqual([[['cells', 3]], [['cells', 5]], []]);
  });

  test('cells that nobody reads may lack at the end of a row', () => {
    const columns = [{ column: 'P', point: 'ac.power', scale: 1, offset: 0 }];
    expect(one(['2025-07-01', 'x', '1'], { columns }).problems).toEqual([]);
  });

  test('times that the clocks skip, before there were loggers, or to come', () => {
    const keys = read([
      ['2025-03-30 02:30', 'x', '1', ''],
      ['1970-01-01 00:00', 'x', '1', ''],
      ['2026-01-02 00:00', 'x', '1', ''],
    ]).map((row) => row.problems.map(({ key }) => key));
    expect(keys).toEqual([['skippedTime'], ['timeRange'], ['timeRange']]);
  });

  test('the hour that comes twice is marked', () => {
    const rows = read([
      ['2025-10-26 02:30', 'x', '1', ''],
      ['2025-10-26 02:30', 'x', '1', ''],
      ['2025-10-26 03:30', 'x', '1', ''],
    ]);
    expect(rows.map((row) => row.ambiguous)).toEqual([true, true, false]);
    expect(rows[1]!.time - rows[0]!.time).toBe(3_600_000);
  });

  test('a long cell is not repeated in full', () => {
    const { values } = one(['2025-07-01', 'x', 'y'.repeat(500), '']).problems[0]!;
    expect(values.text).toHaveLength(41);
  });

  test('a message holds nothing that no store keeps, wherever a cell was cut', () => {
    for (const cell of [`${'y'.repeat(39)}😀😀`, 'a\0b', '\uD83Dx']) {
      const text = String(one(['2025-07-01', 'x', cell, '']).problems[0]!.values.text);
      expect([text.isWellFormed(), text.includes('\0')]).toEqual([true, false]);
    }
  });

  test('what a device may not report comes by no file, also of points that the catalogue does not bound', () => {
    const points = ['battery.power', 'leakage.current', 'state', 'custom.big'];
    const columns = points.map((point) => ({ column: point, point, scale: 1, offset: 0 }));
    const readAll = (value: string) =>
      read([['2025-07-01', 'x', ...points.map(() => value)]], { columns }, ['time', 'device', ...points])[0]!;
    for (const value of ['1.7e308', '-1.7e308', '1.1e20', '5e-324', '-1e-101'])
      expect(readAll(value).problems.map(({ key, column }) => [key, column])).toEqual(
        points.map((point) => ['range', point]),
      );
    expect(readAll('-1e20').samples).toHaveLength(points.length);
  });

  test('what becomes infinite by its scale is no value', () => {
    const scaled = { columns: [{ column: 'P', point: 'fan.speed', scale: 1e10, offset: 0 }] };
    expect(one(['2025-07-01', 'x', '1e308', ''], scaled)).toMatchObject({
      samples: [],
      problems: [{ key: 'range', column: 'P' }],
    });
  });
});

describe('mappings that do not fit', () => {
  const columns = (points: readonly string[]) =>
    points.map((point) => ({ column: 'P', point, scale: 1, offset: 0 }));

  test.each([
    [{ timeColumn: 'when' }, 'importMappingIncomplete', 'timeColumn', 'when'],
    [{ deviceColumn: 'inverter' }, 'importMappingIncomplete', 'deviceColumn', 'inverter'],
    [{ timeZone: 'Mars' }, 'importMappingIncomplete', 'timeZone', 'Mars'],
    [{ sn: 'a b' }, 'importMappingIncomplete', 'sn', 'a b'],
    [{ columns: columns(['ac.power', 'ac.power']) }, 'importMappingIncomplete', 'columns', 'ac.power'],
  ])('%j', (values, key, field, text) => {
    const fields = [{ path: `body.mapping.${field}`, message: text }];
    expect(() => read([], values)).toThrow(expect.objectContaining({ key, fields }));
  });

  test('a column without a device, a key that is none, too many custom points', () => {
    expect(() => read([], { sn: undefined } as Partial<ImportMapping>)).toThrow(
      expect.objectContaining({ key: 'importMappingIncomplete' }),
    );
    expect(() => read([], { columns: columns(['no key!']) })).toThrow(
      expect.objectContaining({ key: 'unknownPoint' }),
    );
    const many = columns(Array.from({ length: 201 }, (_, n) => `fan.speed${n}`));
    expect(() => read([], { columns: many })).toThrow(expect.objectContaining({ key: 'tooManyPoints' }));
    expect(() => read([], { columns: many.slice(1) })).not.toThrow();
  });
});
