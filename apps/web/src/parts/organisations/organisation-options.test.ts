import type { OrganisationNode } from '@sunfleet/contract';
import { expect, test } from 'vitest';
import { mintOrganisationNode } from '../../test/mint-people.ts';
import { organisationOptions } from './organisation-options.ts';

const node = (id: number, name: string, more: Partial<OrganisationNode> = {}) =>
  mintOrganisationNode({ id, name, ...more });

test('every managed organisation is offered with the way to it, loose ones are not', () => {
  const coast = node(2, 'Coast', { children: [node(3, 'Harbour')] });
  const loose = node(4, 'Loose', { manageable: false });
  expect(organisationOptions([node(1, 'North', { children: [coast, loose] }), node(5, 'South')])).toEqual([
    { value: '1', label: 'North' },
    { value: '2', label: 'North › Coast' },
    { value: '3', label: 'North › Coast › Harbour' },
    { value: '5', label: 'South' },
  ]);
});
