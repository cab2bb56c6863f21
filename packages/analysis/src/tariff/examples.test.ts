import { expect, test } from 'vitest';
import { tariffFaults, tariffHoles } from './check-tariff.ts';
import { TARIFF_EXAMPLES } from './examples.data.ts';

test.each(Object.entries(TARIFF_EXAMPLES))('the example %s is whole', (_, tariff) => {
  expect(tariffFaults(tariff)).toEqual([]);
  expect(tariffHoles(tariff)).toEqual([]);
});
