import { LIMITS } from '@sunfleet/contract';
import { registerRoute } from '../../platform/http/register-route.ts';
import type { HttpServer } from '../../platform/http/server.ts';
import type { DeviceDirectory, Ingest } from '../../platform/ingest.ts';
import type { HttpGatewayParts } from './http-parts.ts';
import { pushInflux } from './push-influx.ts';
import { pushTelemetry } from './push-telemetry.ts';
import { createSightings } from './sightings.ts';

/** Puts the routes on the server that devices and agents push to. Adds health part `gateway.http`. */
export function registerIngestRoutes(
  server: HttpServer,
  input: { directory: DeviceDirectory; ingest: Ingest },
): void {
  const { platform } = server;
  const counters = { readings: 0, lines: 0, skippedFields: 0, refused: 0 };
  const parts: HttpGatewayParts = { platform, ...input, counters, seen: createSightings(platform) };
  platform.health.add({
    name: 'gateway.http',
    essential: false,
    check: () => ({ state: 'ok', detail: { ...counters } }),
  });
  registerRoute(server, 'pushTelemetry', async (context, request) => {
    try {
      return await pushTelemetry(parts, context, request);
    } catch (error) {
      counters.refused += 1;
      throw error;
    }
  });
  // Agents name any type for line protocol, or none; the body is bytes in any case.
  void server.app.register((scoped, _options, done) => {
    scoped.removeAllContentTypeParsers();
    scoped.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: LIMITS.influxBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    registerInflux({ ...server, app: scoped }, parts);
    done();
  });
}

function registerInflux(server: HttpServer, parts: HttpGatewayParts): void {
  registerRoute(server, 'pushInflux', async (context, { query }, { request, reply }) => {
    const { body } = request;
    await pushInflux(parts, context, {
      bytes: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      precision: query.precision,
    });
    void reply.code(204).send();
    return null;
  });
}
