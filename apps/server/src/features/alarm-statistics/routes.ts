import { byOrganisation } from '../../platform/http/by-organisation.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTurns } from '../../platform/turns.ts';
import { alarmStatistics } from './alarm-statistics.ts';

/** Each reads all alarms of an organisation several times: many together would leave the database to nobody else. */
const AT_ONCE = { atOnce: 2, ofOne: 1, waitingEach: 5 } as const;

export function registerAlarmStatisticsRoutes(server: HttpServer, platform: Platform): void {
  const turns = createTurns(AT_ONCE);
  registerRoute(
    server,
    'alarmStatistics',
    ({ actor }, { query }) => alarmStatistics(platform, actor, query),
    { inTurn: byOrganisation(turns) },
  );
}
