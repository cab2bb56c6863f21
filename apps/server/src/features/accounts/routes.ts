import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { callerOf } from './caller.ts';
import { registerEntryRoutes } from './entry-routes.ts';
import { createKnownHere } from './known-here.ts';
import { logout } from './logout.ts';
import { accountOf } from './personal-info.ts';
import { refreshSession } from './refresh-session.ts';
import { registerSettingsRoutes } from './settings-routes.ts';
import { enterAsVisitor, takeVisitor } from './visitor.ts';

export function registerAccountsRoutes(server: HttpServer, platform: Platform): void {
  const known = createKnownHere(server);
  registerEntryRoutes(server, platform, known);
  registerSettingsRoutes(server, platform, known);
  registerRoute(server, 'visitor', async (context, _, raw) => {
    takeVisitor(server.tally, context.address);
    return enterAsVisitor(platform, callerOf(context, raw));
  });
  registerRoute(server, 'refreshToken', (context) => refreshSession(platform, context), {
    goesOn: known.session,
  });
  registerRoute(server, 'logout', async (context) => {
    await logout(platform, context);
    return null;
  });
  registerRoute(server, 'personalInfo', (context) => accountOf(platform, context.actor.userId));
}
