import { expect, test } from 'vitest';
import { readProducts, templateText } from './read-products.ts';

test('rows of the template become products, whatever the order of its columns', () => {
  const rows = readProducts(
    'model;manufacturer;kind;ratedPower;warrantyMonths;warrantyFrom\nGrid 10;Maker;inverter;10000,5;120;firstPowerOn',
  );
  expect(rows).toMatchObject([
    {
      name: 'Maker Grid 10',
      product: {
        kind: 'inverter',
        specification: { ratedPower: 10_000.5, mppts: null },
        warranty: { months: 120, from: 'firstPowerOn' },
        parts: [],
      },
      faults: [],
    },
  ]);
  expect(readProducts(templateText())).toEqual([]);
});

test('what is wrong is told by its field, and a table of something else is none', () => {
  const rows = readProducts('manufacturer,model,kind,weight\nMaker,M,toaster,heavy');
  expect(rows).toMatchObject([
    {
      product: null,
      faults: [
        { field: 'kind', rule: 'deviceKindInvalid' },
        { field: 'weight', rule: 'weightInvalid' },
      ],
    },
  ]);
  expect(readProducts('time,value\n1,2')).toBeNull();
});
