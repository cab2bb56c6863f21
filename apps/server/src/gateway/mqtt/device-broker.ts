import { Aedes, type AedesOptions, type Client, type PublishPacket } from 'aedes';

type Done = (error?: Error) => void;

const OPTIONS: AedesOptions = {
  // With a limit, as many devices that do not read would hold up what is sent to all others.
  concurrency: 0,
  /** Packets before the answer to CONNECT. */
  queueLimit: 16,
  // QoS 2 is refused before it comes here.
  maxInflightInbound: 1,
  maxClientsIdLength: 512,
  maxTopicLevels: 16,
};

/**
 * The broker without what this platform does not use: what devices publish goes to the platform alone, so it is not
 * offered to subscribers, retained, or put into queues. Only the platform's own messages are distributed.
 */
export class DeviceBroker extends Aedes {
  constructor(options: AedesOptions) {
    super({ ...options, ...OPTIONS });
  }

  override publish(packet: PublishPacket, callback: Done): void;
  override publish(packet: PublishPacket, client: Client | null, callback: Done): void;
  override publish(packet: PublishPacket, client: Client | null | Done, callback?: Done): void {
    if (client && typeof client !== 'function') callback?.();
    else super.publish(packet, (typeof client === 'function' ? client : callback) ?? (() => undefined));
  }
}
