import { ROLE_MATRIX, type DataScope, type Permission, type Role } from '@sunfleet/contract';
import { describe, expect, test } from 'vitest';
import { systemActor, type Actor } from './actor.ts';
import type { AppError } from './errors.ts';
import { beyond, mayGive, requireHeld } from './held.ts';

const actor = (role: Role): Actor => ({ ...systemActor, kind: 'user', role });
const custom = (scope: DataScope, permissions: Permission[]): Actor => ({
  ...actor('internalReadOnly'),
  access: { scope, permissions: new Set(permissions) },
});
const given = (role: Role) => ({ role, custom: null });

describe('beyond', () => {
  test('names what is not held and says whether the scope reaches further', () => {
    const access = { scope: 'organisation', permissions: ['stations.view', 'labels.edit'] } as const;
    expect(beyond(custom('own', ['stations.view']), access)).toEqual({
      permissions: ['labels.edit'],
      scope: true,
    });
    expect(beyond(actor('organisationAdmin'), access)).toEqual({ permissions: [], scope: false });
  });

  test('what waits for its feature stops no custom role, and still tells built-in ones apart', () => {
    const access = { scope: 'own', permissions: ['stations.view', 'workOrders.review'] } as const;
    expect(beyond(custom('own', ['stations.view']), access).permissions).toEqual([]);
    expect(beyond(actor('installer'), access).permissions).toEqual(['workOrders.review']);
  });

  test('what an organisation was granted is more than somebody’s own', () => {
    expect(beyond(custom('granted', []), { scope: 'own', permissions: [] }).scope).toBe(false);
    expect(beyond(custom('own', []), { scope: 'granted', permissions: [] }).scope).toBe(true);
  });
});

describe('mayGive', () => {
  test.each([
    ['platformAdmin', 'organisationAdmin', true],
    ['organisationAdmin', 'organisationAdmin', true],
    ['organisationAdmin', 'platformAdmin', false],
    ['installer', 'owner', true],
    ['installer', 'serviceProvider', true],
    ['installer', 'internalReadOnly', true],
    ['installer', 'organisationAdmin', false],
    ['installer', 'stationAdmin', false],
    ['serviceProvider', 'serviceProvider', true],
    ['serviceProvider', 'installer', false],
    ['serviceProvider', 'internalReadOnly', false],
    ['owner', 'internalReadOnly', false],
    ['internalReadOnly', 'internalReadOnly', true],
  ] as const)('%s gives %s: %s', (giver, role, answer) => {
    expect(mayGive(actor(giver), given(role))).toBe(answer);
  });

  test('owners let viewers into their own personal organisation and give nothing else there', () => {
    expect(mayGive(actor('owner'), given('internalReadOnly'), { ownPersonal: true })).toBe(true);
    expect(mayGive(actor('owner'), given('installer'), { ownPersonal: true })).toBe(false);
  });

  test('a custom role counts by what it gives, not by what it is based on', () => {
    const small = { scope: 'own' as const, permissions: ['stations.view' as const] };
    expect(mayGive(actor('owner'), { role: 'organisationAdmin', custom: small })).toBe(true);
    const big = { scope: 'own' as const, permissions: ROLE_MATRIX.organisationAdmin.permissions };
    expect(mayGive(actor('owner'), { role: 'owner', custom: big })).toBe(false);
  });
});

test('what goes beyond is named at its field, and platform.manage never goes', () => {
  const refusal = (giver: Actor, scope: DataScope, permissions: Permission[]) => {
    try {
      requireHeld(giver, { scope, permissions });
      return undefined;
    } catch (error) {
      return error as AppError;
    }
  };
  expect(refusal(actor('organisationAdmin'), 'organisation', ['labels.edit'])).toBeUndefined();
  expect(
    refusal(actor('installer'), 'organisation', ['labels.edit', 'labels.delete', 'roles.manage']),
  ).toMatchObject({
    key: 'moreThanHeld',
    fields: [{ path: 'body.permissions', message: 'labels.delete, roles.manage' }],
  });
  expect(refusal(actor('owner'), 'organisation', ['labels.create'])).toMatchObject({
    fields: [{ path: 'body.scope', message: 'organisation' }],
  });
  expect(refusal(actor('platformAdmin'), 'organisation', ['platform.manage'])).toMatchObject({
    fields: [{ path: 'body.permissions', message: 'platform.manage' }],
  });
});
