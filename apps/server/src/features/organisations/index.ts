export { administeredAlone } from './administered-alone.ts';
export {
  administers,
  administersIn,
  lockOrganisations,
  requireAdministrator,
  waysToAdministrators,
} from './administrators.ts';
export { auditFounded } from './audit-founded.ts';
export { createOrganisation, type NewOrganisation } from './create-organisation.ts';
export { customerOf, leavesRoom, requireCustomerRoom } from './customer-room.ts';
export { dropIfEmpty } from './delete-organisation.ts';
export { createIngestKey } from './ingest-keys/create-ingest-key.ts';
export { inviteSecret } from './invite-secret.ts';
export { invitingScope, requireInvitable } from './inviting-scope.ts';
export { mayInvite, requireInviting } from './may-invite.ts';
export { isNobodys } from './nobodys.ts';
export {
  mayUseOrganisation,
  ofOrganisations,
  organisationScope,
  reachesPart,
  worksForAll,
} from './organisation-scope.ts';
export { isOnePersons, isOwnOf } from './one-persons.ts';
export { findPersonalOrganisation, personalOrganisation } from './personal-organisation.ts';
export { requireOrganisation } from './require-organisation.ts';
export { registerOrganisationsRoutes } from './routes.ts';
export { useInvite } from './use-invite.ts';
