export { createOrganisation } from './create-organisation.ts';
export { createIngestKey, hashIngestKey } from './ingest-keys.ts';
export { mayUseOrganisation, organisationScope } from './organisation-scope.ts';
export { registerOrganisationsRoutes } from './routes.ts';
export { useInvite } from './use-invite.ts';
