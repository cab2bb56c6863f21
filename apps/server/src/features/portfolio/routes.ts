import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import { openPortfolioAvailability } from './portfolio-availability.ts';
import { portfolioOverview } from './portfolio-overview.ts';
import { portfolioEnergy, portfolioPower } from './portfolio-series.ts';

export function registerPortfolioRoutes(server: HttpServer): void {
  const { platform } = server;
  const availability = openPortfolioAvailability(platform);
  registerRoute(server, 'portfolioOverview', ({ actor }) => portfolioOverview(platform, actor));
  registerRoute(server, 'portfolioAvailability', ({ actor }, { query }) => availability(actor, query.days));
  registerRoute(server, 'portfolioPower', ({ actor }, { query }) => portfolioPower(platform, actor, query));
  registerRoute(server, 'portfolioEnergy', ({ actor }, { query }) => portfolioEnergy(platform, actor, query));
}
