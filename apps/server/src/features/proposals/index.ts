export { mayBeOne } from './alone.queries.ts';
export { registerProposalsRoutes } from './routes.ts';
export { tellProposal } from './tell-proposal.ts';
