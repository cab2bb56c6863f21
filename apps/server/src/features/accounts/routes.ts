import { registerRoute, type RawExchange } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { listNodes } from './nodes.ts';
import { accountOf } from './personal-info.ts';
import { refreshSession } from './refresh-session.ts';
import { registerSecurityRoutes } from './security-routes.ts';
import { enterAsVisitor } from './visitor.ts';

export function registerAccountsRoutes(server: HttpServer, platform: Platform): void {
  registerSecurityRoutes(server, platform);
  registerRoute(server, 'login', (context, { body }, raw) =>
    login(platform, { address: context.address, userAgent: userAgent(raw) }, body),
  );
  registerRoute(server, 'visitor', (context, _, raw) =>
    enterAsVisitor(platform, { address: context.address, userAgent: userAgent(raw) }),
  );
  registerRoute(server, 'refreshToken', (context) => refreshSession(platform, context));
  registerRoute(server, 'logout', async (context) => {
    await logout(platform, context);
    return null;
  });
  registerRoute(server, 'personalInfo', (context) => accountOf(platform, context.actor.userId));
  registerRoute(server, 'listNodes', async (_context, _request, { request }) =>
    listNodes(platform.config.nodes, `${request.protocol}://${request.host}`),
  );
}

function userAgent({ request }: RawExchange): string | null {
  return request.headers['user-agent']?.slice(0, 300) ?? null;
}
