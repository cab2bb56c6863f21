import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { heldRoute, holdFile, sendHeld, type HeldFile } from './held-file.ts';
import { openApiDocument } from './openapi.ts';
import { registerRoute } from './register-route.ts';
import type { HttpServer } from './server.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sunfleet API</title>
<script type="module" src="/api/docs/explorer.js"></script>
</head>
<body>
<openapi-explorer spec-url="/api/openapi.json" collapse primary-color="#CA0B0F" secondary-color="#CA0B0F" nav-bg-color="#F5F5F5" nav-text-color="#333333" nav-hover-bg-color="#E8E8E8" nav-hover-text-color="#CA0B0F"></openapi-explorer>
</body>
</html>`;

/** Health, the OpenAPI document and the page to read it. */
export function registerPlatformRoutes(server: HttpServer, version: string): void {
  const { platform } = server;
  registerRoute(server, 'health', async (_context, _request, { reply }) => {
    const report = await platform.health.report();
    if (report.state === 'down' || report.state === 'starting') reply.code(503);
    return report;
  });
  registerReference(server, version);
}

/** The OpenAPI document and the page to read it, made and read when somebody asks for them first. */
function registerReference({ app }: HttpServer, version: string): void {
  let document: HeldFile | undefined;
  app.get('/api/openapi.json', heldRoute, (request, reply) => {
    document ??= holdFile({
      type: 'application/json; charset=utf-8',
      cacheControl: 'no-cache',
      bytes: Buffer.from(JSON.stringify(openApiDocument(version))),
    });
    return sendHeld(request, reply, document);
  });
  const page = holdFile({
    type: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
    bytes: Buffer.from(PAGE),
  });
  app.get('/api/docs', heldRoute, (request, reply) => sendHeld(request, reply, page));
  let script: HeldFile | undefined;
  app.get('/api/docs/explorer.js', heldRoute, (request, reply) => {
    script ??= holdFile({
      type: 'text/javascript; charset=utf-8',
      cacheControl: 'max-age=86400',
      bytes: readFileSync(
        createRequire(import.meta.url).resolve('openapi-explorer/dist/browser/openapi-explorer.min.js'),
      ),
    });
    return sendHeld(request, reply, script);
  });
}
