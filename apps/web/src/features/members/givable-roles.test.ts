import { ROLE_MATRIX } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { mintRole } from '../../test/mint-people.ts';
import { givableRoles } from './givable-roles.ts';

const names = (...input: Parameters<typeof givableRoles>) =>
  givableRoles(...input).map(({ role, roleName }) => roleName ?? role);

test('an administrator gives every built-in role of members, and custom ones after them', () => {
  const custom = [mintRole({ id: 5, name: 'Viewer' }), mintRole({ id: 4, name: 'Crew' })];
  expect(names(ROLE_MATRIX.organisationAdmin.permissions, custom)).toEqual([
    'organisationAdmin',
    'installer',
    'serviceProvider',
    'stationAdmin',
    'owner',
    'internalReadOnly',
    'Crew',
    'Viewer',
  ]);
});

test('nobody gives more than they hold', () => {
  const more = mintRole({ id: 4, name: 'More', permissions: ['stations.view', 'organisations.manage'] });
  expect(names(ROLE_MATRIX.serviceProvider.permissions, [more])).toEqual(['serviceProvider']);
});

test('built-in roles of the list are not offered twice', () => {
  expect(names([], [mintRole({ id: null, name: '', basedOn: 'owner' })])).toEqual([]);
});
