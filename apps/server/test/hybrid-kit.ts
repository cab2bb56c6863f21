import { profileById } from '@sunfleet/device-model';
import { answerParameters, parametersOfKind } from '../../simulator/src/links/answer-parameters.ts';
import type { DeviceReply, DeviceRequest } from '../src/platform/links/device-links.ts';
import type { TestPlatform } from './harness.ts';
import { makeDevice, makeStation } from './makers.ts';

/** Makes a station with a hybrid behind a logger that is connected. */
export async function makeHybrid(
  platform: TestPlatform,
  { organisationId, timeZone = 'Europe/Madrid' }: { organisationId: number; timeZone?: string },
) {
  const station = await makeStation(platform, { organisationId, timeZone });
  const home = { stationId: station.id, organisationId };
  const logger = await makeDevice(platform, { ...home, kind: 'logger' });
  await platform.db
    .insertInto('loggerConnections')
    .values({
      deviceId: logger.id,
      connection: `c ${logger.sn}`,
      open: true,
      address: '127.0.0.1',
      network: '127.0.0.0/24',
    })
    .execute();
  const profileId = profileById('deye-hybrid-3p')!.id;
  const device = await makeDevice(platform, { ...home, kind: 'hybrid', parentId: logger.id, profileId });
  return { id: device.id, station, logger };
}

/** What a device of these registers answers, which it writes as it is told. */
export function answerFrom(words: Map<number, number>, request: DeviceRequest): DeviceReply {
  if (request.type === 'modbusRead') {
    const read = Array.from({ length: request.count }, (_, at) => words.get(request.addr + at) ?? 0);
    return { ok: true, words: read };
  }
  if (request.type !== 'modbusWrite') return { ok: false, failure: 'unsupported', sent: false };
  for (const [at, word] of request.words.entries()) words.set(request.addr + at, word);
  return { ok: true };
}

/** Makes a hybrid that speaks the device API and lets people set parameters, with what it holds. */
export async function makeSettable(platform: TestPlatform, organisationId: number) {
  const station = await makeStation(platform, { organisationId });
  const attributes = JSON.stringify({ parameters: '1' });
  const device = await makeDevice(platform, {
    organisationId,
    stationId: station.id,
    kind: 'hybrid',
    attributes,
  });
  return { id: device.id, sn: device.sn, parameters: { ...parametersOfKind('hybrid'), settings: {} } };
}

/** What such a device answers, as the simulated one does. */
export function answerCommand(
  device: Awaited<ReturnType<typeof makeSettable>>['parameters'],
  request: DeviceRequest,
): DeviceReply {
  if (request.type !== 'command') return { ok: false, failure: 'unsupported', sent: false };
  try {
    return { ok: true, result: answerParameters(device, request) };
  } catch (error) {
    return { ok: false, failure: 'refused', sent: true, detail: (error as Error).message };
  }
}
