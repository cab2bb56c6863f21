import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { openApiDocument } from './openapi.ts';
import { registerRoute } from './register-route.ts';
import type { HttpServer } from './server.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sunfleet API</title>
<script type="module" src="/api/docs/rapidoc.js"></script>
</head>
<body>
<rapi-doc spec-url="/api/openapi.json" render-style="focused" load-fonts="false" show-header="false" primary-color="#CA0B0F" theme="light"></rapi-doc>
</body>
</html>`;

/** Health, the OpenAPI document and the page to read it. */
export function registerPlatformRoutes(server: HttpServer, version: string): void {
  const { app, platform } = server;
  registerRoute(server, 'health', async (_context, _request, { reply }) => {
    const report = await platform.health.report();
    if (report.state === 'down' || report.state === 'starting') reply.code(503);
    return report;
  });
  let document: string | undefined;
  app.get('/api/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(version));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  app.get('/api/docs', (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
  const script = createRequire(import.meta.url).resolve('rapidoc/dist/rapidoc-min.js');
  app.get('/api/docs/rapidoc.js', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'max-age=86400')
      .send(createReadStream(script)),
  );
}
