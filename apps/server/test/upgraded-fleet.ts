import type { FirmwareComponent } from '@sunfleet/contract';
import { createHash, randomBytes } from 'node:crypto';
import {
  createFirmwareDevice,
  type FirmwareFault,
  type ImageSource,
  type InstallOrder,
} from '../../simulator/src/firmware/firmware-device.ts';
import { createMqttImageSource } from '../../simulator/src/firmware/mqtt-image-source.ts';
import { FOLDER } from '../src/features/firmware/folder.ts';
import { createImageDoor } from '../src/features/firmware/index.ts';
import { takeFirmware } from '../src/gateway/mqtt/take-firmware.ts';
import { AppError } from '../src/platform/errors.ts';
import { firmwareToken } from '../src/platform/firmware-token.ts';
import { createSecretBox } from '../src/platform/secret-box.ts';
import type { DeviceReply } from '../src/platform/links/device-links.ts';
import { Readable } from 'node:stream';
import type { Api } from './api-kit.ts';
import { mintMaker } from './firmware-kit.ts';
import type { TestPlatform } from './harness.ts';
import { makeDevice, makeStation } from './makers.ts';

/** Every fault, and none. */
export const FAULTS: readonly (FirmwareFault | undefined)[] = [
  undefined,
  'powerCut',
  'linkCut',
  'wrongChecksum',
  'slow',
  'noReply',
  'badImage',
];

const VERSION = '2.0.0';

/** A released firmware of some blocks for everybody, and its image. */
export async function releaseFirmware(
  { db, files, clock }: TestPlatform,
  {
    bytes = 600_000,
    model = 'SF-L1',
    version = VERSION,
    component = 'logger',
  }: { bytes?: number; model?: string; version?: string; component?: FirmwareComponent } = {},
): Promise<{ id: number; keyId: number }> {
  const maker = mintMaker();
  const image = randomBytes(bytes);
  const file = `${FOLDER}/${createHash('sha256').update(image).digest('hex')}.bin`;
  await files.write(file, Readable.from([image]));
  const der = Buffer.from(maker.publicKey.split('\n')[1]!, 'base64');
  const key = await db
    .insertInto('firmwareKeys')
    .values({ name: 'Maker', publicKey: der.subarray(-32), createdBy: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const claims = {
    name: `Logger ${randomBytes(4).toString('hex')}`,
    version,
    component,
    models: [model],
    hardware: [],
    fromVersion: '1.0',
    toVersion: null,
    bytes,
    sha256: createHash('sha256').update(image).digest('hex'),
  };
  const { id } = await db
    .insertInto('firmware')
    .values({
      ...claims,
      notes: JSON.stringify({}),
      state: 'released',
      everybody: true,
      file,
      fileName: 'image.bin',
      keyId: key.id,
      signature: maker.sign(claims),
      createdAt: new Date(clock.now()),
      releasedAt: new Date(clock.now()),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, keyId: key.id };
}

/**
 * Simulated devices of an organisation in this process: the road down ends at them, they fetch by the routes of the server, and the version that they
 * tell at a start stands in their row, as attributes of a device do.
 */
export async function openFleet(
  platform: TestPlatform,
  { server }: Pick<Api, 'server'>,
  { organisationId, faults }: { organisationId: number; faults: readonly (FirmwareFault | undefined)[] },
) {
  const station = await makeStation(platform, { organisationId });
  const devices = new Map<string, ReturnType<typeof createFirmwareDevice>>();
  const members: { id: number; sn: string; fault: FirmwareFault | undefined }[] = [];
  /** Orders that left, by serial number. */
  const orders: string[] = [];
  const tokens = new Map<string, string>();
  const box = createSecretBox(platform.config);
  const inject = (sn: string, method: 'GET' | 'POST', token: string, more: object = {}) =>
    server.app.inject({
      method,
      url: `/api/ingest/v1/${sn}/firmware`,
      headers: {
        authorization: `Bearer ${token}`,
        ...('range' in more ? { range: String(more.range) } : {}),
      },
      ...('body' in more ? { payload: more.body as object } : {}),
    });
  const byHttp = (sn: string): ImageSource => ({
    async fetch({ token }, from) {
      const answer = await inject(sn, 'GET', token, { range: `bytes=${from}-` });
      return answer.statusCode === 206 ? answer.rawPayload : 'refused';
    },
    async report({ token }, body) {
      const answer = await inject(sn, 'POST', token, { body });
      if (answer.statusCode !== 200) throw new Error(`report refused: ${answer.body}`);
    },
  });
  /** As the gateway hands on what a device of a session publishes. */
  const door = createImageDoor(platform);
  const byMqtt = (sn: string): ImageSource => {
    const source = createMqttImageSource({
      publish: (_, payload) =>
        takeFirmware(door, { sn, organisationCode: 'fleet' }, Buffer.from(payload)).then(
          (reply) => (reply === undefined ? undefined : source.takeBlock(Buffer.from(reply))),
          (error: unknown) => {
            if (!(error instanceof AppError)) throw error;
            source.takeError(Buffer.from(JSON.stringify({ error: error.key })));
          },
        ),
    });
    return source;
  };
  for (const fault of faults) {
    const { id, sn } = await makeDevice(platform, {
      kind: 'logger',
      model: 'SF-L1',
      firmware: '1.4.2',
      stationId: station.id,
      organisationId,
    });
    const device = createFirmwareDevice({
      version: '1.4.2',
      fault,
      pauseMs: 5,
      source: members.length % 2 === 0 ? byHttp(sn) : byMqtt(sn),
      onStart: async (firmware) =>
        void (await platform.db.updateTable('devices').set({ firmware }).where('id', '=', id).execute()),
    });
    devices.set(sn, device);
    members.push({ id, sn, fault });
  }
  const end = platform.links.serve((sn, request, { beforeSending }) => {
    const device = devices.get(sn);
    if (!device || request.type !== 'command') return undefined;
    return beforeSending().then(async (): Promise<DeviceReply> => {
      // As the gateway adds it: the token is in no row. It is known before the order counts, because tests wait for the order.
      const token = await firmwareToken(box, sn, String(request.params['order']));
      tokens.set(sn, token);
      orders.push(sn);
      const result = await device.order({ ...request.params, token } as unknown as InstallOrder);
      return result === undefined ? { ok: false, failure: 'timeout', sent: true } : { ok: true, result };
    });
  });
  return {
    members,
    orders,
    tokens,
    sns: members.map(({ sn }) => sn),
    idle: () => Promise.all([...devices.values()].map((device) => device.idle())),
    end,
  };
}
