import { expect, test } from 'vitest';
import { csvRecords } from './csv-records.ts';

test.each([
  [
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b\n1,5; 2 \n\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  [
    '\uFEFFa\tb\r1\t',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  [
    'a,"b, ""c""\nd"\n1,2',
    [
      ['a', 'b, "c"\nd'],
      ['1', '2'],
    ],
  ],
  ['a,b "x"\n"open,1', [['a', 'b "x"'], ['open,1']]],
  ['', []],
])('%j', (text, records) => {
  expect(csvRecords(text)).toEqual(records);
});

test('a large table is read in a moment', () => {
  const text = `a,b,c\n${'1234,"x ""y""",z\n'.repeat(100_000)}`;
  const start = performance.now();
  expect(csvRecords(text)).toHaveLength(100_001);
  expect(performance.now() - start).toBeLessThan(2000);
});
