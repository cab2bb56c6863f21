import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodesOf, type ConditionNode } from './condition.ts';
import { parseCondition } from './parse-condition.ts';
import { ConditionError } from './tokens.ts';

const faultOf = (text: string) => {
  try {
    parseCondition(text);
  } catch (error) {
    if (error instanceof ConditionError) return `${error.fault} ${error.place.from}..${error.place.to}`;
    throw error;
  }
  return undefined;
};

test('signs bind as people expect', () => {
  const node = parseCondition('ac.power < 2 + 3 * 4 and not sun < 5° or temp.ambient > 40');
  expect(node.kind).toBe('or');
  const shown = (one: ConditionNode): string => {
    if (one.kind === 'number') return String(one.value);
    if (one.kind === 'point') return one.point.key;
    if (one.kind === 'site' || one.kind === 'siteTruth') return one.name;
    if ('of' in one) return `${one.kind}(${shown(one.of)})`;
    return `(${shown(one.left)} ${'sign' in one ? one.sign : one.kind} ${shown(one.right)})`;
  };
  expect(shown(node)).toBe('(((ac.power < (2 + (3 * 4))) and not((sun < 5))) or (temp.ambient > 40))');
});

test('a number takes the unit of what it is compared with', () => {
  const numbers = (text: string) =>
    [...nodesOf(parseCondition(text))].flatMap((node) => (node.kind === 'number' ? [node.value] : []));
  expect(numbers('ac.power < 1.5 kW')).toEqual([1500]);
  expect(numbers('2 kW > ac.power')).toEqual([2000]);
  expect(numbers('temp.inverter > 176 °F')).toEqual([80]);
  expect(numbers('irradiance.poa > 300 W/m²')).toEqual([300]);
  expect(numbers('duration(ac.power < 10 W, 2 h) > 1 h')).toEqual([10, 60]);
  expect(numbers('ac.power / rated < 0.5')).toEqual([0.5]);
});

test.each([
  ['', 'empty 0..0'],
  ['ac.power', 'needsTruth 0..8'],
  ['sun > 5°', 'noPoint 0..8'],
  ['ac.powr > 1', 'unknownPoint 0..7'],
  ['energy.total > 1', 'noGauge 0..12'],
  ['ac.power > ', 'unfinished 11..11'],
  ['ac.power > 5 V', 'unitMismatch 11..14'],
  ['ac.power > 5 lightyears', 'unknownUnit 13..23'],
  ['ac.power > (1 + 2', 'unfinished 17..17'],
  ['ac.power > 1 2', 'unexpected 13..14'],
  ['ac.power / 0 > 1', 'divisionByZero 11..12'],
  ['exec(ac.power) > 1', 'unknownFunction 0..4'],
  ['avg(ac.power, 2 min) > 1', 'windowInvalid 14..19'],
  ['avg(ac.power, 2 d) > 1', 'windowInvalid 14..17'],
  ['avg(max(ac.power, 1 h), 1 h) > 1', 'nested 4..22'],
  ['(ac.power > 1) + 2 > 3', 'needsNumber 0..14'],
  ['ac.power > 1; drop', 'unknownLetter 12..13'],
  [`${'('.repeat(200)}1`, 'tooDeep 40..41'],
  [`ac.power>1${'+1'.repeat(50)}${'*1'.repeat(51)}`, 'tooLong 210..211'],
  ['a'.repeat(2000), 'tooLong 1000..2000'],
])('%j is told where it is wrong', (text, fault) => {
  expect(faultOf(text)).toBe(fault);
});

test('whatever is typed is read or refused with a place inside of it', () => {
  const words = [
    'ac.power',
    'sun',
    'avg(',
    'peers(',
    '(',
    ')',
    ',',
    '1 h',
    '3',
    'kW',
    '%',
    '<',
    'and',
    'not',
    '-',
    '/',
    ' ',
    '°',
  ];
  const typed = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.constantFrom(...words)).map((all) => all.join(' ')),
  );
  fc.assert(
    fc.property(typed, (text) => {
      try {
        for (const node of nodesOf(parseCondition(text))) {
          expect(node.from).toBeGreaterThanOrEqual(0);
          expect(node.to).toBeLessThanOrEqual(text.length);
        }
      } catch (error) {
        if (!(error instanceof ConditionError)) throw error;
        expect(error.place.from).toBeLessThanOrEqual(error.place.to);
        expect(error.place.to).toBeLessThanOrEqual(text.length);
      }
    }),
    { numRuns: 2000 },
  );
});

test('each node is handed on once, from the left, however deep it lies', () => {
  const kinds = (text: string) =>
    [...nodesOf(parseCondition(text))].map((node) => (node.kind === 'number' ? node.value : node.kind));
  expect(kinds('abs(ac.power) + 1 > 2 - 3')).toEqual([
    'compare',
    'arithmetic',
    'abs',
    'point',
    1,
    'arithmetic',
    2,
    3,
  ]);
  // Of generators within each other each step takes as many calls as it is deep, which at this depth fill the stack.
  let deep: ConditionNode = { kind: 'number', value: 0, unit: undefined, from: 0, to: 1 };
  const depth = 50_000;
  for (let at = 0; at < depth; at += 1) deep = { kind: 'negate', of: deep, unit: undefined, from: 0, to: 1 };
  let nodes = 0;
  for (const { kind } of nodesOf(deep)) nodes += kind === 'negate' ? 1 : 0;
  expect(nodes).toBe(depth);
});
