import { createAlarms, type Alarms } from './features/alarms/index.ts';
import { openTelemetryInput, type TelemetryInput } from './features/telemetry/index.ts';
import { createMqttGateway } from './gateway/mqtt/index.ts';
import { createV5Gateway } from './gateway/v5/index.ts';
import type { Platform } from './platform/platform.ts';

/** Everything that runs behind the routes, in the order of the way a reading travels. */
export interface Services {
  input: TelemetryInput;
  alarms: Alarms;
  /** Opens the gateways; answers the ports they have. */
  startGateways(): Promise<{ mqtt: number; v5: number }>;
  /** Ends what takes in first, what writes last. */
  stop(): Promise<void>;
}

export async function openServices(platform: Platform): Promise<Services> {
  const input = await openTelemetryInput(platform);
  const alarms = createAlarms(platform, input.directory);
  await alarms.start();
  const mqtt = createMqttGateway(platform, input);
  const v5 = createV5Gateway(platform, input);
  return {
    input,
    alarms,
    async startGateways() {
      return { mqtt: await mqtt.start(), v5: await v5.start() };
    },
    async stop() {
      await mqtt.stop();
      await v5.stop();
      await alarms.stop();
      await input.stop();
    },
  };
}
