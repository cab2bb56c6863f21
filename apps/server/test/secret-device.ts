import { vi } from 'vitest';
import { mintDeviceSecret, storeDeviceSecret } from '../src/features/devices/index.ts';
import type { RunningDirectory } from '../src/features/fleet/device-directory.ts';
import type { TestPlatform } from './harness.ts';
import { makeDevice } from './makers.ts';

/** A device with a secret of its own that the directory knows. */
export async function makeSecretDevice(
  platform: TestPlatform,
  directory: Pick<RunningDirectory, 'byId'>,
  values: Parameters<typeof makeDevice>[1] = {},
) {
  const secret = mintDeviceSecret();
  const row = await makeDevice(platform, { ...storeDeviceSecret(secret), ...values });
  platform.bus.publish('deviceChanged', { deviceId: row.id });
  await vi.waitUntil(() => directory.byId(row.id));
  return { secret, row };
}
