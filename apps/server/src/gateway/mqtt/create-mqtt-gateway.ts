import type { ServeRequest } from '../../platform/links/device-links.ts';
import type { DeviceDirectory, Ingest } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import { createCommands, type CommandAnswer, type Commands } from './commands.ts';
import { counterDetail, createCounters } from './counters.ts';
import { startEmbeddedBroker } from './embedded-broker.ts';
import { startExternalBroker } from './external-broker.ts';
import type { MqttParts } from './mqtt-parts.ts';
import { createUplink } from './uplink.ts';

export interface MqttGateway {
  /** Listens, or connects to the broker the settings name; answers the port devices connect to (0: that broker's). */
  start(): Promise<number>;
  stop(): Promise<void>;
}

export interface MqttGatewayInput {
  directory: DeviceDirectory;
  ingest: Ingest;
}

interface Running {
  stop(): Promise<void> | void;
  trouble?(): string | undefined;
  /** Asks a device; undefined where it is not connected here. */
  request: ServeRequest;
}

/** The device API over MQTT. Adds health part `gateway.mqtt`. */
export function createMqttGateway(platform: Platform, input: MqttGatewayInput): MqttGateway {
  const counters = createCounters();
  const { endHearing, commands } = shareAnswers(platform);
  const take = createUplink({ platform, commands, ...input });
  const parts: MqttParts = { platform, counters, commands, ...input, take };
  let endServing = () => {};
  let running: Running | undefined;
  platform.health.add({
    name: 'gateway.mqtt',
    essential: false,
    check() {
      const trouble = running?.trouble?.();
      const detail = {
        broker: platform.config.mqttUrl ? 'external' : 'embedded',
        ...counterDetail(counters),
      };
      if (trouble) return { state: 'degraded', detail: { ...detail, reason: trouble } };
      return { state: running ? 'ok' : 'down', detail };
    },
  });
  return {
    async start() {
      endServing = platform.links.serve((...asked) => running?.request(...asked));
      const { mqttUrl } = platform.config;
      if (mqttUrl) {
        running = startExternalBroker(parts, mqttUrl);
        return 0;
      }
      const server = await startEmbeddedBroker(parts);
      running = server;
      platform.doors.open('mqtt', server.port);
      return server.port;
    },
    async stop() {
      endServing();
      endHearing();
      await running?.stop();
      running = undefined;
    },
  };
}

const ANSWERS = 'links.answers';

/** A broker of the installation's own gives the answer of a device to any of the servers that share its messages. */
function shareAnswers({ config, messages }: Pick<Platform, 'config' | 'messages'>): {
  commands: Commands;
  endHearing: () => void;
} {
  if (!messages || !config.mqttUrl) return { commands: createCommands(), endHearing: () => undefined };
  const commands = createCommands((answer) => messages.send(ANSWERS, answer));
  return { commands, endHearing: messages.hear<CommandAnswer>(ANSWERS, commands.take) };
}
