import type { OutputOf } from '@sunfleet/api-client';
import type { CustomRole, Member, Organisation, OrganisationNode } from '@sunfleet/contract';

/** An organisation of the tree with nothing below it. */
export function mintOrganisationNode(changes: Partial<OrganisationNode> = {}): OrganisationNode {
  const id = changes.id ?? 3;
  return {
    id,
    code: `ORG${id}`,
    name: `Organisation ${id}`,
    kind: 'merchant',
    type: 'enterprise',
    tie: 'tight',
    parentId: null,
    counts: { members: 0, stations: 0, devices: 0 },
    manageable: true,
    children: [],
    ...changes,
  };
}

/** An organisation with its business fields. */
export function mintOrganisation(changes: Partial<Organisation> = {}): Organisation {
  const { children: _children, ...node } = mintOrganisationNode(changes);
  return {
    ...node,
    businessType: null,
    area: null,
    taxId: null,
    bankName: null,
    bankAccount: null,
    createdAt: Date.UTC(2026, 0, 5, 8),
    quotas: {
      devices: { used: 0, limit: 100_000 },
      customPoints: { used: 0, limit: 1000 },
      samplesToday: { used: 0, limit: 1_000_000_000 },
      samplesStored: { used: 0, limit: 100_000_000_000 },
      stationFiles: { used: 0, limit: 4 * 1024 * 1024 * 1024 },
    },
    samplesPerDay: null,
    samplesStored: null,
    ...changes,
  };
}

/** A member who can sign in. */
export function mintMember(changes: Partial<Member> = {}): Member {
  const id = changes.id ?? 11;
  return {
    id,
    userCode: `U${id}`,
    name: `Member ${id}`,
    userName: null,
    email: `member${id}@example.test`,
    mobile: null,
    role: 'installer',
    roleId: null,
    roleName: null,
    accountType: 'professional',
    status: 'active',
    manageable: true,
    organisation: { id: 3, name: 'Test organisation' },
    stations: 0,
    twoFactor: false,
    lastLoginAt: Date.UTC(2026, 10, 20, 9),
    createdAt: Date.UTC(2026, 0, 5, 8),
    ...changes,
  };
}

/** An invitation of one person by e-mail. */
export function mintInvite(
  changes: Partial<OutputOf<'listInvites'>[number]> = {},
): OutputOf<'listInvites'>[number] {
  return {
    id: 21,
    role: 'installer',
    roleId: null,
    roleName: null,
    email: 'new@example.test',
    mobile: null,
    uses: 0,
    maxUses: 1,
    expiresAt: Date.UTC(2026, 11, 5, 9),
    createdAt: Date.UTC(2026, 10, 21, 9),
    manageable: true,
    ...changes,
  };
}

/** A custom role that looks at stations. */
export function mintRole(changes: Partial<CustomRole> = {}): CustomRole {
  return {
    id: 31,
    name: 'Night watch',
    description: 'Looks after alarms at night.',
    basedOn: 'internalReadOnly',
    attribution: 'internal',
    scope: 'organisation',
    permissions: ['stations.view', 'alarms.view'],
    views: null,
    members: 0,
    editable: true,
    organisation: { id: 3, name: 'Test organisation' },
    ...changes,
  };
}
