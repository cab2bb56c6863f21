import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { approveProposal } from './approve-proposal.ts';
import { declineProposal } from './decline-proposal.ts';
import { listProposals } from './list-proposals.ts';

export function registerProposalsRoutes(server: HttpServer): void {
  registerRoute(server, 'listProposals', (context) => listProposals(server, context));
  registerRoute(server, 'acceptProposal', async (context, { params, body }) => {
    await approveProposal(server, context, { id: params.id, digest: body.digest });
    return null;
  });
  registerRoute(server, 'declineProposal', async (context, { params }) => {
    await declineProposal(server, context, params.id);
    return null;
  });
}
