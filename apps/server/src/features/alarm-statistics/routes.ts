import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { alarmStatistics } from './alarm-statistics.ts';

export function registerAlarmStatisticsRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'alarmStatistics', ({ actor }, { query }) => alarmStatistics(platform, actor, query));
}
