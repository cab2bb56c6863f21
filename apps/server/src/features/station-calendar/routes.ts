import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createNote } from './notes/create-note.ts';
import { removeNote } from './notes/remove-note.ts';
import { updateNote } from './notes/update-note.ts';
import { stationCalendar } from './station-calendar.ts';

export function registerStationCalendarRoutes(server: HttpServer, platform: Platform): void {
  registerRoute(server, 'stationCalendar', (context, { params, query }) =>
    stationCalendar(platform, context, { id: params.id, ...query }),
  );
  registerRoute(server, 'createStationNote', (context, { params, body }) =>
    createNote(platform, context, { stationId: params.id, fields: body }),
  );
  registerRoute(server, 'updateStationNote', (context, { params, body: { revision, ...fields } }) =>
    updateNote(platform, context, { stationId: params.id, id: params.noteId, revision, fields }),
  );
  registerRoute(server, 'removeStationNote', (context, { params, query: { revision } }) =>
    removeNote(platform, context, { stationId: params.id, id: params.noteId, revision }),
  );
}
