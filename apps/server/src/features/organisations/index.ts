export { administeredAlone } from './administered-alone.ts';
export { administers, lockOrganisations, requireAdministrator } from './administrators.ts';
export { createOrganisation, type NewOrganisation } from './create-organisation.ts';
export { dropIfEmpty } from './delete-organisation.ts';
export { createIngestKey } from './ingest-keys.ts';
export { mayUseOrganisation, organisationScope } from './organisation-scope.ts';
export { requireOrganisation } from './require-organisation.ts';
export { registerOrganisationsRoutes } from './routes.ts';
export { useInvite } from './use-invite.ts';
