import { byOrganisation } from '../../platform/http/by-organisation.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTurns } from '../../platform/turns.ts';
import { checkAudit } from './check-audit.ts';
import { listAudit } from './list-audit.ts';

/** A rare action is looked for in all entries of an organisation: many that do so together would leave the database to nobody else. */
const AT_ONCE = { atOnce: 3, ofOne: 1, waitingEach: 20 } as const;

export function registerAuditRoutes(server: HttpServer, platform: Platform): void {
  const turns = createTurns(AT_ONCE);
  registerRoute(server, 'listAudit', ({ actor }, { query }) => listAudit(platform, actor, query), {
    inTurn: byOrganisation(turns),
  });
  registerRoute(server, 'checkAudit', () => checkAudit(platform.db));
}
