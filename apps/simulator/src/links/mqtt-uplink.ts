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
  /** Facts of the device, told at each connect: firmware, model. */
  attributes: () => Readonly<Record<string, string>>;
  /** Does a command of the platform; undefined: the device says nothing. Rejects where it does not do it. */
  onCommand?: (name: string, params: unknown) => Promise<unknown>;
  /** Told each message below `down/`. */
  onDown?: (name: string, payload: Buffer) => void;
  /** Told when the platform refuses a message and says why. */
  onRefused(message: string): void;
  /** ms an acknowledgement may take. */
  ackMs?: number;
}

export interface MqttUplink extends Uplink<string> {
  /** Publishes below `up/`; resolves with the acknowledgement. */
  publish(name: string, payload: string): Promise<void>;
  /** Ends the connection and connects again, as a device that starts does. */
  restart(): Promise<void>;
}

/**
 * Speaks the device API over MQTT: QoS 1, `online` with a last will, attributes once a connection. Connects at the first
 * message. A message counts as sent with its acknowledgement.
 */
export function createMqttUplink(options: MqttUplinkOptions): MqttUplink {
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
    async publish(name, payload) {
      await within(connected().publishAsync(`${up}/${name}`, payload, { qos: 1 }), ackMs, sn);
    },
    async restart() {
      const before = client;
      client = undefined;
      await before?.endAsync(true).catch(() => {});
      if (!closed) connected();
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
  { url, organisation, sn, secret, attributes, onCommand, onDown, onRefused }: MqttUplinkOptions,
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
    client.publish(`${up}/attributes`, JSON.stringify(attributes()), { qos: 1, retain: true });
    client.subscribe(`pv/v1/${organisation}/${sn}/down/#`, { qos: 1 });
  });
  client.on('message', (topic, payload) => {
    onDown?.(topic.slice(topic.lastIndexOf('/') + 1), payload);
    if (topic.endsWith('/down/error')) onRefused(`${sn}: ${payload.toString().slice(0, 300)}`);
    if (topic.endsWith('/down/command')) void answer(client, { up, onCommand }, payload);
    if (topic.endsWith('/down/secret'))
      takeSecret(client, JSON.parse(payload.toString()) as { id: string; secret: string });
  });
  return client;
}

/** Does a command and says so; one that the device does not know is refused. */
async function answer(
  client: MqttClient,
  { up, onCommand }: { up: string; onCommand: MqttUplinkOptions['onCommand'] },
  payload: Buffer,
): Promise<void> {
  const { id, name, params } = JSON.parse(payload.toString()) as {
    id: string;
    name: string;
    params: unknown;
  };
  const say = (told: object) => client.publish(`${up}/answer`, JSON.stringify({ id, ...told }), { qos: 1 });
  try {
    const result = onCommand ? await onCommand(name, params) : null;
    if (!onCommand) say({ error: `unknown command ${name}` });
    else if (result !== undefined) say({ result });
  } catch (error) {
    say({ error: error instanceof Error ? error.message : String(error) });
  }
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
