import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';

export function registerMembersRoutes(_server: HttpServer, _platform: Platform): void {}
