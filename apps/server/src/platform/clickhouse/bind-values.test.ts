import { expect, test } from 'vitest';
import { bindValues } from './bind-values.ts';

test('values stand as literals of their types', () => {
  const sql = 'SELECT {n:UInt32}, {far:Int64}, {name:String}, {day:Date}, {part:Float64}, {n:UInt32}';
  const values = { n: 7, far: -9_007_199_254_740_993n, name: 'Dach', day: '2026-06-21', part: 2 };
  expect(bindValues(sql, values)).toBe(
    "SELECT _CAST(7, 'UInt32'), _CAST(-9007199254740993, 'Int64'), _CAST('Dach', 'String'), _CAST('2026-06-21', 'Date'), _CAST(2.0, 'Float64'), _CAST(7, 'UInt32')",
  );
});

test('lists, also empty ones and columns of numbers', () => {
  const sql = '{ids:Array(UInt32)} {none:Array(UInt32)} {names:Array(String)} {shares:Array(Float64)}';
  const values = {
    ids: [3, 4],
    none: [],
    names: ["it's"],
    shares: Float64Array.of(1, 0.5, NaN, -Infinity, 1e21),
  };
  expect(bindValues(sql, values)).toBe(
    String.raw`_CAST([3,4], 'Array(UInt32)') _CAST([], 'Array(UInt32)') _CAST(['it\'s'], 'Array(String)') _CAST([1.0,0.5,nan,-inf,1e+21], 'Array(Float64)')`,
  );
});

test('no text ends its literal, nor is a place of another value', () => {
  const name = String.raw`\' OR 1 = 1 -- {n:UInt32}`;
  expect(bindValues('{name:String} {n:UInt32}', { name, n: 1 })).toBe(
    String.raw`_CAST('\\\' OR 1 = 1 -- {n:UInt32}', 'String') _CAST(1, 'UInt32')`,
  );
});

test.each([
  ['{n:UInt32}', { n: '1) OR (1' }],
  ['{n:UInt32}', { n: 1.5 }],
  ['{n:UInt32}', { n: null }],
  ['{n:Float64}', { n: '1' }],
  ['{day:Date}', { day: '2026-06-21 00:00:00' }],
  ['{name:String}', { name: 5 }],
  ['{ids:Array(UInt32)}', { ids: '1,2' }],
  ['{ids:Array(UInt32)}', { ids: [1, '2]'] }],
  ['{ids:UInt32}', { ids: [1, 2] }],
  ['{what:Identifier}', { what: 'samples' }],
  ['{n:UInt32}', {}],
])('%s refuses %j', (sql, values) => {
  expect(() => bindValues(sql, values)).toThrow(/takes|take|value/);
});
