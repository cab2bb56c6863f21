import type { RouteRequest, routes } from '@sunfleet/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { KnownDevice, Reading } from '../../platform/ingest.ts';
import type { HttpGatewayParts } from './http-parts.ts';
import { withinPatience } from './patience.ts';

type PushRequest = RouteRequest<(typeof routes)['pushTelemetry']>;

/** The device that pushes, by its serial number and secret. */
export async function admitDevice(
  { directory }: HttpGatewayParts,
  { params, ip }: FastifyRequest,
  bearer: string,
): Promise<{ who: KnownDevice; organisationCode: string | null }> {
  if (bearer === '') throw new AppError('wrongDeviceSecret');
  const { sn } = params as { sn: string };
  const who = await directory.authenticate(sn, bearer, 'http', ip);
  return { who, organisationCode: who.organisationCode };
}

/** Stores readings of one device; answers how many values are stored now. */
export async function pushTelemetry(
  { platform, ingest, counters, seen }: HttpGatewayParts,
  device: KnownDevice,
  body: PushRequest['body'],
): Promise<{ stored: number }> {
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
