import { expect, test, vi } from 'vitest';
import { createBus } from '../../../platform/bus.ts';
import { createLog } from '../../../platform/log.ts';
import type { Topics } from '../../../platform/topics.ts';
import { forgetRemoved } from './forget-removed.ts';

test('a listener that waits for a store keeps no server from stopping', async () => {
  const bus = createBus<Topics>(() => undefined);
  const mended = vi.fn<() => Promise<void>>(() => new Promise(() => {}));
  bus.subscribe('latestMended', mended);
  const stop = forgetRemoved({ bus, log: createLog('silent') }, { mend: async () => {} });
  bus.publish('measurementsRemoved', { deviceId: 1 });
  await vi.waitFor(() => expect(mended).toHaveBeenCalledWith({ deviceIds: [1] }), 5000);
  await stop();
});
