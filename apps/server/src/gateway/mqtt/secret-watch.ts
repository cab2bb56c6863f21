import type { Client, Subscription } from 'aedes';
import { every } from '../../platform/jobs/every.ts';
import type { MqttParts } from './mqtt-parts.ts';
import { parseTopic, topicOf } from './topics.ts';

/** A connection of a device, and the secret by which it stands. */
export interface Standing {
  deviceId: number;
  sn: string;
  mark: string;
  address: string | undefined;
  /** Code in the topic on which it listens for a new secret; undefined until it does. */
  organisation?: string;
  /** Id of the new secret that it was given. */
  told?: string;
}

/**
 * Connections by an old secret that has run out are found within this time, and a device that did not say that it keeps the new one is given it
 * again.
 */
const LOOK_MS = 60_000;

/**
 * Watches by which secrets devices are connected: hands the new one to those that came with the old one, as soon as they listen, and ends the
 * connections whose secret has ended.
 */
export function createSecretWatch({ directory, platform }: Pick<MqttParts, 'directory' | 'platform'>) {
  const { secrets } = directory;
  const { log } = platform;
  const connected = new Map<number, Map<Client, Standing>>();

  async function look(client: Client, standing: Standing, again: boolean): Promise<void> {
    const stands = secrets.stands(standing.deviceId, standing.mark);
    if (stands === undefined) client.close();
    if (stands === 'old') await tell(client, standing, again);
  }

  async function tell(client: Client, standing: Standing, again: boolean): Promise<void> {
    const { deviceId, sn, organisation } = standing;
    if (organisation === undefined) return;
    const renewed = await secrets.handOver(deviceId, standing);
    if (!renewed || (renewed.id === standing.told && !again)) return;
    standing.told = renewed.id;
    const topic = topicOf({ organisation, sn, direction: 'down', name: 'secret' });
    const payload = JSON.stringify(renewed);
    client.publish({ cmd: 'publish', topic, payload, qos: 0, retain: false, dup: false }, () => undefined);
  }

  function lookAt(entries: Iterable<[Client, Standing]>, again = false): void {
    for (const [client, standing] of entries)
      look(client, standing, again).catch((error: unknown) =>
        log.warn({ err: error }, 'new secret not handed over'),
      );
  }

  const endListening = secrets.onChange((ids) => {
    for (const id of ids) lookAt(connected.get(id) ?? []);
  });
  const sweep = every(
    LOOK_MS,
    () => {
      for (const [id, clients] of connected) if (secrets.isChanging(id)) lookAt(clients, true);
      return Promise.resolve();
    },
    { log, name: 'secrets of connections' },
  );
  return {
    came(client: Client, standing: Standing): void {
      const clients = connected.get(standing.deviceId) ?? new Map<Client, Standing>();
      connected.set(standing.deviceId, clients.set(client, standing));
      // The secret may have ended while the connection was made.
      lookAt([[client, standing]]);
    },
    left(client: Client, { deviceId }: Pick<Standing, 'deviceId'>): void {
      const clients = connected.get(deviceId);
      clients?.delete(client);
      if (clients?.size === 0) connected.delete(deviceId);
    },
    subscribed(client: Client, standing: Standing, subscriptions: readonly Subscription[]): void {
      for (const { topic } of subscriptions) {
        const parsed = parseTopic(topic);
        if (parsed?.direction !== 'down' || !['#', '+', 'secret'].includes(parsed.name)) continue;
        const own = directory.byId(standing.deviceId)?.organisationCode ?? 'none';
        standing.organisation = parsed.organisation === '+' ? own : parsed.organisation;
        lookAt([[client, standing]], true);
      }
    },
    stop(): Promise<void> {
      endListening();
      return sweep.stop();
    },
  };
}
