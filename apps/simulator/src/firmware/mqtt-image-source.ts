import type { ImageSource } from './firmware-device.ts';

interface MqttRoad {
  /** Publishes below `up/`; rejects where the link is broken. */
  publish(name: string, payload: string): Promise<void>;
  /** How long a block is waited for before it is asked for again. */
  blockMs?: number;
}

export interface MqttImageSource extends ImageSource {
  /** To be told each message on `down/firmware`. */
  takeBlock(payload: Buffer): void;
  /** To be told each refusal on `down/error`. */
  takeError(payload: Buffer): void;
}

interface Waiting {
  order: string;
  from: number;
  settle(block: Buffer | 'refused'): void;
}

/** Fetches images from the platform by blocks over MQTT, one at a time; a block that does not come is asked for again. */
export function createMqttImageSource({ publish, blockMs = 5000 }: MqttRoad): MqttImageSource {
  let waiting: Waiting | undefined;
  return {
    async fetch({ order }, from) {
      const { promise, resolve, reject } = Promise.withResolvers<Buffer | 'refused'>();
      waiting = { order, from, settle: resolve };
      const timer = setTimeout(() => reject(new Error('no block came')), blockMs);
      try {
        // A publication that hangs is given up with its block.
        const [block] = await Promise.all([
          promise,
          Promise.race([publish('firmware', JSON.stringify({ order, from })), promise]),
        ]);
        return block;
      } finally {
        clearTimeout(timer);
        waiting = undefined;
      }
    },
    report: ({ order }, body) => publish('firmware', JSON.stringify({ order, ...body })),
    takeBlock(payload) {
      const { order, from, data } = JSON.parse(payload.toString()) as {
        order: string;
        from: number;
        data: string;
      };
      // One that comes late is not the one that is waited for.
      if (waiting?.order === order && waiting.from === from) waiting.settle(Buffer.from(data, 'base64'));
    },
    takeError(payload) {
      const { error } = JSON.parse(payload.toString()) as { error?: string };
      if (error === 'firmwareOrderOver') waiting?.settle('refused');
    },
  };
}
