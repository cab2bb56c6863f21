import type { RouteRequest, routes } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Reading } from '../../platform/ingest.ts';
import type { HttpGatewayParts } from './http-parts.ts';
import { withinPatience } from './patience.ts';

type PushRequest = RouteRequest<(typeof routes)['pushTelemetry']>;

/** Stores readings of one device; answers how many values are stored now. */
export async function pushTelemetry(
  { platform, directory, ingest, counters, seen }: HttpGatewayParts,
  context: RequestContext,
  { params, body }: PushRequest,
): Promise<{ stored: number }> {
  if (context.bearer === '') throw new AppError('wrongDeviceSecret');
  const device = await directory.authenticate(params.sn, context.bearer, 'http');
  const now = platform.clock.now();
  const pushed = Array.isArray(body) ? body : [body];
  // What the device itself calls bad is no measurement.
  const readings = pushed
    .filter(({ q = 0 }) => q === 0)
    .map(({ ts, v }): Reading => ({ time: ts ?? now, values: v }));
  await withinPatience(ingest.store(device, readings, 'http'), platform.config.storePatienceMs);
  counters.readings += pushed.length;
  seen(device.id, now, 'http');
  return { stored: readings.reduce((sum, { values }) => sum + Object.keys(values).length, 0) };
}
