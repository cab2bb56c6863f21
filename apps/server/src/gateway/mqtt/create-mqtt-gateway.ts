import { hostname } from 'node:os';
import { FIRMWARE_INSTALL } from '@sunfleet/contract';
import { firmwareToken } from '../../platform/firmware-token.ts';
import type { ServeRequest } from '../../platform/links/device-links.ts';
import type { DeviceDirectory, Ingest } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSecretBox, type SecretBox } from '../../platform/secret-box.ts';
import { createHandingOnRoom } from './handing-on-room.ts';
import { createCommands, type AddSecrets, type CommandAnswer, type Commands } from './commands.ts';
import { counterDetail, createCounters } from './counters.ts';
import { startEmbeddedBroker } from './embedded-broker.ts';
import { startExternalBroker, type BrokerNames } from './external-broker.ts';
import type { MqttParts } from './mqtt-parts.ts';
import type { FirmwareDoor } from './take-firmware.ts';
import { createUplink } from './uplink.ts';

export interface MqttGateway {
  /** Listens, or connects to the broker the settings name; answers the port devices connect to (0: that broker's). */
  start(): Promise<number>;
  stop(): Promise<void>;
}

export interface MqttGatewayInput {
  directory: DeviceDirectory;
  ingest: Ingest;
  /** None: devices ask for no firmware here. */
  firmware?: FirmwareDoor;
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
  const box = createSecretBox(platform.config);
  const { endHearing, commands } = shareAnswers(platform, box);
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
        running = startExternalBroker(parts, mqttUrl, await namesAt(box, platform));
        return 0;
      }
      const server = await startEmbeddedBroker(parts);
      running = server;
      platform.doors.open('mqtt', server.port);
      return server.port;
    },
    async stop() {
      endServing();
      await running?.stop();
      running = undefined;
      // While a broker lets this server go, devices answer through others what this one asked.
      endHearing();
    },
  };
}

const ANSWERS = 'links.answers';

/** A broker of the installation's own gives the answer of a device to any of the servers that share its messages. */
function shareAnswers(
  { config, messages, clock }: Pick<Platform, 'config' | 'messages' | 'clock'>,
  box: SecretBox,
): { commands: Commands; endHearing: () => void } {
  const addSecrets = addFirmwareToken(box);
  if (!messages || !config.mqttUrl)
    return { commands: createCommands(undefined, addSecrets), endHearing: () => undefined };
  const handingOn = {
    send: (answer: CommandAnswer) => messages.send(ANSWERS, answer),
    hasRoom: createHandingOnRoom(clock),
  };
  const commands = createCommands(handingOn, addSecrets);
  return { commands, endHearing: messages.hear<CommandAnswer>(ANSWERS, commands.take) };
}

/**
 * Servers that have one key share one group, each by a name of its own. One that is alone has the same name in another container, too, because the
 * broker keeps for it what it did not acknowledge.
 */
async function namesAt(
  box: SecretBox,
  { config, messages }: Pick<Platform, 'config' | 'messages'>,
): Promise<BrokerNames> {
  const nameOf = async (what: string) =>
    `sunfleet-${(await box.derive(`MQTT broker: ${what}`)).slice(0, 22)}`;
  const client = messages ? `client ${hostname()}:${config.dataDir}` : 'client';
  return { group: await nameOf('group'), clientId: await nameOf(client) };
}

/** The order to install firmware goes out with the token to fetch it, which stands nowhere else. */
const addFirmwareToken =
  (box: SecretBox): AddSecrets =>
  async (sn, { name, params }) => {
    const { order } = params;
    if (name !== FIRMWARE_INSTALL || typeof order !== 'string') return params;
    return { ...params, token: await firmwareToken(box, sn, order) };
  };
