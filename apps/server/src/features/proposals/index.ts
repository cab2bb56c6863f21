export { registerProposalsRoutes } from './routes.ts';
export { tellProposal } from './tell-proposal.ts';
