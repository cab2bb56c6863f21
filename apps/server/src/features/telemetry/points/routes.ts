import { registerRoute } from '../../../platform/http/register-route.ts';
import type { HttpServer } from '../../../platform/http/server.ts';
import type { Latest } from '../latest/latest-store.ts';
import { listCustomPoints } from './list-custom-points.ts';
import { recordCustomPoint } from './recordings/record-custom-point.ts';
import { updateCustomPoint } from './update-custom-point.ts';

/** Routes of points outside the catalogue. */
export function registerPointRoutes(server: HttpServer, latest: Pick<Latest, 'latestOf'>): void {
  const { platform } = server;
  registerRoute(server, 'listCustomPoints', ({ actor }, { query }) =>
    listCustomPoints(platform, actor, query),
  );
  registerRoute(server, 'updateCustomPoint', (context, { body }) =>
    updateCustomPoint(platform, context, body),
  );
  registerRoute(server, 'recordCustomPoint', (context, { body }) =>
    recordCustomPoint({ ...platform, latest }, context, body),
  );
}
