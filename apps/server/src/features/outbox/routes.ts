import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';

export function registerOutboxRoutes(_server: HttpServer, _platform: Platform): void {}
