import type { Insertable } from 'kysely';
import { vi } from 'vitest';
import { mintDeviceSecret, storeDeviceSecret } from '../src/features/devices/index.ts';
import type { DevicesTable } from '../src/platform/postgres/tables/devices.ts';
import type { GatewayInput } from './gateway-input.ts';
import type { TestPlatform } from './harness.ts';
import { makeDevice, makeOrganisation } from './makers.ts';

type Known = Pick<GatewayInput, 'directory'>;

/** Waits until gateways know devices that were made a moment ago. */
export async function known(platform: TestPlatform, { directory }: Known, ...ids: number[]): Promise<void> {
  for (const deviceId of ids) platform.bus.publish('deviceChanged', { deviceId });
  await vi.waitUntil(() => ids.every((id) => directory.byId(id)));
}

/** A device with a secret, which gateways know. It belongs to nobody unless the values say so. */
export async function registeredDevice(
  platform: TestPlatform,
  input: Known,
  values: Partial<Insertable<DevicesTable>> = {},
) {
  const secret = mintDeviceSecret();
  const device = await makeDevice(platform, { ...values, ...storeDeviceSecret(secret) });
  await known(platform, input, device.id);
  return { device, secret };
}

/** The same in an organisation of its own, with its topics of MQTT. */
export async function deviceOfOrganisation(platform: TestPlatform, input: Known) {
  const organisation = await makeOrganisation(platform);
  const made = await registeredDevice(platform, input, { organisationId: organisation.id });
  const topic = (name: string) => `pv/v1/${organisation.code}/${made.device.sn}/${name}`;
  return { ...made, organisation, topic };
}
