import { offeredTo, type Session } from '@sunfleet/contract';
import { NOW } from './curves.ts';

/** Who looks: the administrator of an organisation. */
export const SESSION: Session = {
  token: 'token',
  refreshToken: 'refresh',
  expiresAt: NOW + 24 * 3_600_000,
  account: {
    id: 1,
    name: 'Ana Torres',
    userName: null,
    email: 'ana@example.test',
    mobile: null,
    role: 'organisationAdmin',
    roleName: null,
    accountType: 'professional',
    organisation: { id: 1, code: 'SUN', name: 'Sun Service' },
    permissions: offeredTo('organisationAdmin'),
    reach: 'organisation',
    language: 'en-US',
    visitor: false,
    views: null,
    mustChangePassword: false,
    weakPassword: false,
    erasedAt: null,
  },
};
