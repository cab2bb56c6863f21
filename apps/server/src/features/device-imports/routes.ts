import { nameFile } from '../../platform/http/name-file.ts';
import { registerRoute } from '../../platform/http/register-route.ts';
import { sendFile } from '../../platform/http/send-file.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { Platform } from '../../platform/platform.ts';
import { createTableDesk, type TableDesk } from '../../platform/tables/table-desk.ts';
import { checkImport } from './check-import.ts';
import { deviceTemplate } from './device-template.ts';
import { exportResult, exportSecrets } from './export-import.ts';
import { getImport, listImports, listRows } from './import-view.ts';
import { startImport, stopImport } from './start-import.ts';

export function registerDeviceImportsRoutes(
  server: HttpServer,
  platform: Platform,
  desk: TableDesk = createTableDesk(platform),
): void {
  const { db } = platform;
  registerRoute(server, 'checkDeviceImport', (context, _, exchange) =>
    checkImport(platform, desk, { context, ...exchange }),
  );
  registerRoute(server, 'listDeviceImports', ({ actor }) => listImports(db, actor));
  registerRoute(server, 'getDeviceImportTemplate', (context, { query: { format } }, { reply }) =>
    sendFile(server, { context, name: 'getDeviceImportTemplate', reply }, async () => {
      nameFile(reply, 'devices-template', format);
      return deviceTemplate(platform.text, context.language, format);
    }),
  );
  registerRoute(server, 'getDeviceImport', ({ actor }, { params }) => getImport(db, actor, params.id));
  registerRoute(server, 'listDeviceImportRows', ({ actor }, { params, query }) =>
    listRows(db, actor, { ...query, id: params.id }),
  );
  registerRoute(server, 'startDeviceImport', (context, { params, body }) =>
    startImport(platform, context, { ...body, id: params.id }),
  );
  registerRoute(server, 'stopDeviceImport', (context, { params }) =>
    stopImport(platform, context, params.id),
  );
  registerRoute(server, 'exportDeviceImport', (context, { params, query: { format } }, { reply }) =>
    sendFile(server, { context, name: 'exportDeviceImport', reply, isWritten: true }, async (readPart) => {
      const content = await exportResult(platform, context, { id: params.id, format, readPart });
      nameFile(reply, 'devices-result', format);
      return content;
    }),
  );
  registerRoute(server, 'getDeviceImportSecrets', (context, { params }, { reply }) =>
    sendFile(server, { context, name: 'getDeviceImportSecrets', reply, isWritten: true }, async () => {
      const content = await exportSecrets(platform, context, params.id);
      nameFile(reply, 'secrets', 'csv');
      return content;
    }),
  );
}
