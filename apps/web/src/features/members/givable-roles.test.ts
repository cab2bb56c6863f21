import { offeredTo } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { mintAccount } from '../../test/mint.ts';
import { mintRole } from '../../test/mint-people.ts';
import { givableRoles } from './givable-roles.ts';

const names = (...input: Parameters<typeof givableRoles>) =>
  givableRoles(...input).map(({ role, roleName }) => roleName ?? role);

test('an administrator gives every built-in role of members, and custom ones after them', () => {
  const custom = [mintRole({ id: 5, name: 'Viewer' }), mintRole({ id: 4, name: 'Crew' })];
  expect(names(mintAccount('organisationAdmin'), custom)).toEqual([
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
  expect(names(mintAccount('serviceProvider'), [more])).toEqual(['serviceProvider']);
});

test('what waits for its feature stops no custom role, and still tells built-in ones apart', () => {
  const permissions = offeredTo('organisationAdmin');
  expect(names(mintAccount('organisationAdmin', { roleName: 'Head', permissions }), [])).toContain(
    'stationAdmin',
  );
  expect(names(mintAccount('installer'), [])).not.toContain('stationAdmin');
});

test('built-in roles of the list are not offered twice', () => {
  expect(names(mintAccount('visitor'), [mintRole({ id: null, name: '', basedOn: 'owner' })])).toEqual([]);
});
