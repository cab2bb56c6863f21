import type { FleetDevice } from '../../fleets/schema.ts';
import { createFirmwareDevice, type FirmwareFault, type InstallOrder } from '../firmware/firmware-device.ts';
import { createHttpImageSource } from '../firmware/http-image-source.ts';
import { createMqttImageSource } from '../firmware/mqtt-image-source.ts';
import { faultRecording } from '../links/answer-recording.ts';
import { answerParameters, type ParameterDevice } from '../links/answer-parameters.ts';
import { createMqttUplink, type MqttUplink } from '../links/mqtt-uplink.ts';

interface MqttDeviceOptions {
  gateways: { mqtt: string; http: string };
  organisation: string;
  device: Pick<FleetDevice, 'sn' | 'model' | 'manufacturer'>;
  signIn: { secret: () => string; onSecret(secret: string): void };
  onRefused(message: string): void;
  /** What goes wrong with its firmware. */
  fault?: FirmwareFault | undefined;
  /** By which road it fetches an image. */
  road?: 'http' | 'mqtt';
  pauseMs?: number;
  /** What can be set on it; undefined: nothing. */
  parameters?: ParameterDevice | undefined;
}

/** A device of the device API by MQTT, which takes firmware and lets parameters be set as well. */
export function openMqttDevice({
  gateways,
  organisation,
  device: { sn, model, manufacturer },
  signIn,
  onRefused,
  fault,
  road = 'http',
  pauseMs,
  parameters,
}: MqttDeviceOptions): MqttUplink {
  /** It recorded its last fault a day before it was switched on. */
  const started = Date.now() - 86_400_000;
  const blocks = createMqttImageSource({ publish: (name, payload) => uplink.publish(name, payload) });
  const firmware = createFirmwareDevice({
    version: '1.4.2',
    source: road === 'mqtt' ? blocks : createHttpImageSource({ url: gateways.http, sn }),
    onStart: () => uplink.restart(),
    fault,
    ...(pauseMs === undefined ? {} : { pauseMs }),
  });
  const uplink: MqttUplink = createMqttUplink({
    url: gateways.mqtt,
    organisation,
    sn,
    ...signIn,
    attributes: () => ({
      firmware: firmware.version(),
      model,
      manufacturer,
      ...(parameters ? { parameters: '1', faultRecording: '1' } : {}),
    }),
    onCommand: async (name, params) => {
      const answer = parameters && answerParameters(parameters, { name, params });
      if (answer) return answer;
      if (parameters && name === 'faultRecording.read') return faultRecording(started);
      if (name !== 'firmware.install') throw new Error(`unknown command ${name}`);
      return firmware.order(params as InstallOrder);
    },
    onDown(name, payload) {
      if (name === 'firmware') blocks.takeBlock(payload);
      if (name === 'error') blocks.takeError(payload);
    },
    onRefused,
  });
  return uplink;
}
