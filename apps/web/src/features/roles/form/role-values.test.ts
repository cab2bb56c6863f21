import { offeredTo } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { mintRole } from '../../../test/mint-people.ts';
import { baseOf, copyOf, ROLE_VIEWS, toBody, valuesOf } from './role-values.ts';

const platformAdmin = mintRole({
  id: null,
  name: '',
  basedOn: 'platformAdmin',
  scope: 'all',
  permissions: offeredTo('platformAdmin'),
});

test('a copy holds no more than who makes it, and a scope that a custom role can have', () => {
  const held = offeredTo('installer');
  expect(
    copyOf(platformAdmin, { name: '', description: '', held: offeredTo('platformAdmin') }).permissions,
  ).not.toContain('platform.manage');
  const copy = copyOf(platformAdmin, { name: 'Copy', description: 'Of it', held });
  expect(copy).toMatchObject({ name: 'Copy', description: 'Of it', scope: 'organisation' });
  expect([...copy.permissions].sort()).toEqual([...held].sort());
});

test('what members cannot hold is copied as the least of the built-in roles', () => {
  expect(baseOf(platformAdmin)).toBe('internalReadOnly');
  expect(baseOf(mintRole({ basedOn: 'owner' }))).toBe('owner');
});

test('every menu is null, chosen ones are a list', () => {
  const role = mintRole({ views: ['alarms'] });
  expect(toBody(valuesOf(role)).views).toEqual(['alarms']);
  expect(valuesOf(mintRole({ views: null }))).toMatchObject({ menus: 'all', views: ROLE_VIEWS });
  expect(toBody(valuesOf(mintRole({ views: null }))).views).toBeNull();
});
