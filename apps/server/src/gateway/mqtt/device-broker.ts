import { Aedes, type AedesOptions, type Client, type PublishPacket } from 'aedes';

type Done = (error?: Error) => void;

/**
 * The broker without what this platform does not use: what devices publish goes to the platform alone, so it is not
 * offered to subscribers, retained, or put into queues. Only the platform's own messages are distributed.
 */
export class DeviceBroker extends Aedes {
  constructor(options: AedesOptions) {
    super({ ...options, maxClientsIdLength: 256, maxTopicLevels: 16 });
  }

  override publish(packet: PublishPacket, callback: Done): void;
  override publish(packet: PublishPacket, client: Client | null, callback: Done): void;
  override publish(packet: PublishPacket, client: Client | null | Done, callback?: Done): void {
    if (client && typeof client !== 'function') callback?.();
    else super.publish(packet, (typeof client === 'function' ? client : callback) ?? (() => undefined));
  }
}
