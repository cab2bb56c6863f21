import { expect, test } from 'vitest';
import { foundValues, splitFound } from './found-values.ts';
import { EMPTY_STATION } from './station-values.ts';

const found = {
  label: 'Marienplatz 8, München',
  latitude: 48.1371079,
  longitude: 11.5753822,
  country: 'DE',
  state: 'Bayern',
  city: 'München',
  district: 'München',
  detail: 'Marienplatz 8',
  postCode: null,
};

test('an address fills the fields that it tells, in the order of its country', () => {
  expect(foundValues(found)).toEqual({
    latitude: '48.13711',
    longitude: '11.57538',
    country: 'DE',
    province: 'Bayern',
    city: 'München',
    district: 'München',
    address: 'Marienplatz 8, München, Bayern',
  });
  const hangzhou = {
    ...found,
    country: 'CN',
    state: '浙江省',
    city: '杭州市',
    district: '西湖区',
    detail: '文一路 5',
  };
  expect(foundValues(hangzhou).address).toBe('浙江省 杭州市 西湖区 文一路 5');
  const bare = { ...found, country: 'ZZ', state: null, city: null, district: null, detail: null };
  expect(foundValues(bare)).toMatchObject({ address: found.label });
  expect(foundValues(bare)).not.toHaveProperty('country');
});

test('what was typed of an address stays, what was found before does not, and the place is the one that was asked for', () => {
  const values = {
    ...EMPTY_STATION,
    latitude: '1',
    longitude: '2',
    address: 'Behind the barn',
    postCode: '1',
    city: 'Monaco',
  };
  const next = foundValues({ ...found, postCode: '80331' });
  expect(splitFound(values, next, {})).toEqual({
    used: {
      latitude: '48.13711',
      longitude: '11.57538',
      country: 'DE',
      province: 'Bayern',
      district: 'München',
    },
    kept: ['city', 'postCode', 'address'],
  });
  expect(
    splitFound(values, next, { address: 'Behind the barn', postCode: '1', city: 'Monaco' }).kept,
  ).toEqual([]);
});
