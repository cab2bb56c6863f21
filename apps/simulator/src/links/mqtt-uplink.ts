import { connect, type MqttClient } from 'mqtt';
import { telemetryBody, UplinkError, type Uplink } from './uplink.ts';

export interface MqttUplinkOptions {
  /** `mqtt://host:port` or `mqtts://host:port`. */
  url: string;
  organisation: string;
  sn: string;
  /** Asked at every connect: the platform may have given another one meanwhile. */
  secret: () => string;
  /** Told when the platform gives the device a new secret; it is kept when this returns. */
  onSecret(secret: string): void;
  /** Retained facts of the device: firmware, model. */
  attributes: Readonly<Record<string, string>>;
  /** Told when the platform refuses a message and says why. */
  onRefused(message: string): void;
  /** ms an acknowledgement may take. */
  ackMs?: number;
}

/**
 * Speaks the device API over MQTT: QoS 1, `online` with a last will, attributes once a connection. Connects at the first
 * message. A message counts as sent with its acknowledgement.
 */
export function createMqttUplink(options: MqttUplinkOptions): Uplink<string> {
  const { organisation, sn, ackMs = 30_000 } = options;
  const up = `pv/v1/${organisation}/${sn}/up`;
  let client: MqttClient | undefined;
  let closed = false;
  const connected = () => (client ??= open(options, up, takeSecret));
  /** Keeps a new secret, says so, and signs in with it. */
  function takeSecret(from: MqttClient, { id, secret }: { id: string; secret: string }): void {
    options.onSecret(secret);
    from.publish(`${up}/answer`, JSON.stringify({ id, result: 'kept' }), { qos: 1 }, () => {
      if (client === from) client = undefined;
      void from
        .endAsync()
        .catch(() => {})
        .then(() => (closed ? undefined : connected()));
    });
  }
  function forget(broken: MqttClient): void {
    void broken.endAsync(true).catch(() => {});
    if (client === broken) client = undefined;
  }
  return {
    async send(messages) {
      const client = connected();
      const published = client.publishAsync(`${up}/telemetry`, telemetryBody(messages), { qos: 1 });
      try {
        await within(published, ackMs, sn);
      } catch (error) {
        // The client would repeat the message although its sender repeats it, too. A new connection forgets it.
        forget(client);
        throw error;
      }
    },
    async close() {
      closed = true;
      if (!client) return;
      const last = client.connected
        ? client.publishAsync(`${up}/online`, '0', { qos: 1, retain: true })
        : Promise.resolve();
      await within(Promise.resolve(last), 1000, sn).catch(() => {});
      await client.endAsync(true);
      client = undefined;
    },
  };
}

function open(
  { url, organisation, sn, secret, attributes, onRefused }: MqttUplinkOptions,
  up: string,
  takeSecret: (client: MqttClient, given: { id: string; secret: string }) => void,
): MqttClient {
  const client = connect(url, {
    clientId: sn,
    username: sn,
    password: secret(),
    protocolVersion: 4,
    keepalive: 60,
    clean: true,
    reconnectPeriod: 3000,
    connectTimeout: 15_000,
    will: { topic: `${up}/online`, payload: Buffer.from('0'), qos: 1, retain: true },
  });
  // The client itself tries a broken connection again. A sender that waits for an acknowledgement notices by its time-out.
  client.on('error', (error) => onRefused(`${sn}: ${error.message}`));
  client.on('connect', () => {
    client.publish(`${up}/online`, '1', { qos: 1, retain: true });
    client.publish(`${up}/attributes`, JSON.stringify(attributes), { qos: 1, retain: true });
    client.subscribe(`pv/v1/${organisation}/${sn}/down/#`, { qos: 1 });
  });
  client.on('message', (topic, payload) => {
    if (topic.endsWith('/down/error')) onRefused(`${sn}: ${payload.toString().slice(0, 300)}`);
    if (topic.endsWith('/down/secret'))
      takeSecret(client, JSON.parse(payload.toString()) as { id: string; secret: string });
  });
  return client;
}

async function within(work: Promise<unknown>, ms: number, sn: string): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new UplinkError('unreachable', `${sn}: no acknowledgement in ${ms} ms`)),
    ms,
  );
  try {
    await Promise.race([work, promise]);
  } catch (error) {
    if (error instanceof UplinkError) throw error;
    throw new UplinkError('unreachable', `${sn}: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}
