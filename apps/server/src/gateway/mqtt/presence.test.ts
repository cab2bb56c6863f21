import { expect, test, vi } from 'vitest';
import { createBus } from '../../platform/bus.ts';
import { AppError } from '../../platform/errors.ts';
import { createLog } from '../../platform/log.ts';
import type { Topics } from '../../platform/topics.ts';
import type { MqttParts } from './mqtt-parts.ts';
import { createPresence, NEW_PRESENCE } from './presence.ts';

/** Presence of one server of several, of which PostgreSQL notes the connections while it is not away. */
function several() {
  const bus = createBus<Topics>(() => undefined);
  const seen: boolean[] = [];
  bus.subscribe('deviceSeen', ({ online }) => seen.push(online));
  const store = { isAway: false, newest: 0, refused: 0 };
  const answer = async <T>(value: () => T): Promise<T> => {
    if (!store.isAway) return value();
    store.refused += 1;
    throw new AppError('storeUnavailable', { store: 'PostgreSQL', reason: 'away' });
  };
  const parts = {
    platform: {
      bus,
      links: { stands: () => () => undefined },
      clock: { now: () => 0 },
      log: createLog('silent'),
    },
    counters: { connected: 0 },
    commands: { disconnected: () => undefined },
    directory: {
      came: () => answer(() => (store.newest += 1)),
      left: (_id: number, epoch: number) => answer(() => epoch === store.newest),
    },
  } as unknown as MqttParts;
  const presence = createPresence(parts);
  const connect = () => {
    const session = { deviceId: 1, sn: 'A', ...NEW_PRESENCE };
    presence.came(session, () => undefined);
    return session;
  };
  return { presence, store, seen, connect };
}

test('a device that goes while PostgreSQL is away is told to be gone when it is back', async () => {
  const { presence, store, seen, connect } = several();
  const session = connect();
  await vi.waitUntil(() => seen.length === 1);
  store.isAway = true;
  presence.left(session);
  await vi.waitUntil(() => store.refused > 0);
  store.isAway = false;
  await vi.waitFor(() => expect(seen).toEqual([true, false]), { timeout: 5000 });
});

test('a device that comes while PostgreSQL is away, and goes when it is back, is told to be gone', async () => {
  const { presence, store, seen, connect } = several();
  store.isAway = true;
  const session = connect();
  await vi.waitUntil(() => store.refused > 0);
  store.isAway = false;
  await vi.waitUntil(() => seen.includes(true), { timeout: 5000 });
  presence.left(session);
  await vi.waitFor(() => expect(seen).toEqual([true, false]), { timeout: 5000 });
});

test('a server that ends waits for no store that is away', async () => {
  const { presence, store, seen, connect } = several();
  const session = connect();
  await vi.waitUntil(() => seen.length === 1);
  store.isAway = true;
  presence.left(session);
  await presence.settled();
  expect(seen).toEqual([true]);
});
