import { byOrganisation } from '../../platform/http/by-organisation.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTurns } from '../../platform/turns.ts';
import { deleteTask, resumeTask, startTask, stopTask, suspendTask } from './direct-task.ts';
import { createTask, previewTask, updateTask } from './keep-task.ts';
import { listStationTasks } from './list-station-tasks.ts';
import { listTaskRuns, listTasks } from './list-tasks.ts';

/** A page of tasks that name thousands of devices each is some megabytes, of which many at a time would keep everybody waiting. */
const PAGES = { atOnce: 3, ofOne: 1, waitingEach: 100 } as const;

export function registerTasksRoutes(server: HttpServer, platform: Platform): void {
  const inTurn = byOrganisation(createTurns(PAGES));
  registerRoute(server, 'listTasks', ({ actor }, { query }) => listTasks(platform, actor, query), { inTurn });
  registerRoute(server, 'listTaskRuns', ({ actor }, { params, query }) =>
    listTaskRuns(platform, actor, { ...query, id: params.id }),
  );
  registerRoute(
    server,
    'listStationTasks',
    ({ actor }, { params, query }) => listStationTasks(platform, actor, params.id, query),
    { inTurn },
  );
  registerRoute(server, 'previewTask', (context, { body }) => previewTask(platform, context, body));
  registerRoute(server, 'createTask', (context, { body }) => createTask(platform, context, body));
  registerRoute(server, 'updateTask', (context, { params, body }) =>
    updateTask(platform, context, { ...body, id: params.id }),
  );
  registerRoute(server, 'startTask', (context, { params }) => startTask(platform, context, params.id));
  registerRoute(server, 'suspendTask', (context, { params }) => suspendTask(platform, context, params.id));
  registerRoute(server, 'resumeTask', (context, { params }) => resumeTask(platform, context, params.id));
  registerRoute(server, 'stopTask', (context, { params }) => stopTask(platform, context, params.id));
  registerRoute(server, 'deleteTask', (context, { params }) => deleteTask(platform, context, params.id));
}
