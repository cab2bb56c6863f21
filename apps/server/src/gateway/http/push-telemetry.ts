import type { RouteRequest, routes } from '@sunfleet/contract';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { DeviceDirectory, KnownDevice, Reading } from '../../platform/ingest.ts';
import type { BodySender } from './body/body-intake.ts';
import type { HttpGatewayParts } from './http-parts.ts';
import { withinPatience } from './patience.ts';

type PushRequest = RouteRequest<(typeof routes)['pushTelemetry']>;

/** A device that pushes, and by which of its secrets. */
interface Pusher {
  device: KnownDevice;
  /** Of the secret that it showed; undefined where that ended at this moment. */
  mark: string | undefined;
  address: string;
}

/** The device that pushes, by its serial number and secret. */
export async function admitDevice(
  { directory }: HttpGatewayParts,
  { params, ip }: FastifyRequest,
  bearer: string,
): Promise<{ who: Pusher; sender: BodySender }> {
  if (bearer === '') throw new AppError('wrongDeviceSecret');
  const { sn } = params as { sn: string };
  const device = await directory.authenticate(sn, bearer, 'http', ip);
  const { id: deviceId, organisationCode } = device;
  const sender = organisationCode === null ? { deviceId } : { organisationCode };
  const mark = directory.secrets.markOf(device.id, bearer);
  return { who: { device, mark, address: ip }, sender };
}

interface PushingTurn extends Pusher {
  /** Who takes turns with others. */
  turn: string;
}

/**
 * Stores readings of one device; answers how many values are stored now, and its new secret where it signed in with the one of before. Throws
 * AppError `wrongDeviceSecret` where the secret ended while the body came: it may take two minutes, in which the device may have got another owner.
 */
export async function pushTelemetry(
  { platform, directory, ingest, counters, seen, slices }: HttpGatewayParts,
  pusher: PushingTurn,
  body: PushRequest['body'],
): Promise<{ stored: number; newSecret?: string }> {
  const { device, mark } = pusher;
  if (mark === undefined || directory.secrets.stands(device.id, mark) === undefined)
    throw new AppError('wrongDeviceSecret');
  const now = platform.clock.now();
  const pushed = Array.isArray(body) ? body : [body];
  // What the device itself calls bad is no measurement.
  const readings = pushed
    .filter(({ q = 0 }) => q === 0)
    .map(({ ts, v }): Reading => ({ time: ts ?? now, values: v }));
  await withinPatience(ingest.store(device, readings, 'http'), platform.config.storePatienceMs);
  await slices.turn(() => pusher.turn);
  counters.readings += pushed.length;
  seen(device.id, now, 'http');
  const stored = readings.reduce((sum, { values }) => sum + Object.keys(values).length, 0);
  const newSecret = await newSecretFor(directory, pusher);
  return { stored, ...(newSecret === undefined ? {} : { newSecret }) };
}

async function newSecretFor(
  { secrets }: DeviceDirectory,
  { device: { id }, mark, address }: Pusher,
): Promise<string | undefined> {
  if (mark === undefined || !secrets.isChanging(id)) return undefined;
  const renewed = await secrets.handOver(id, { mark, address });
  return renewed?.secret;
}
