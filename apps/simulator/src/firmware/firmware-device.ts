import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** What the platform says of an image that the device shall fetch. */
export interface InstallOrder {
  /** Names the order; the same again is the one that the device works on. */
  order: string;
  token: string;
  bytes: number;
  sha256: string;
  version: string;
  component: string;
  statement: string;
  signature: string;
}

/**
 * What goes wrong: the power fails amid the transfer; the link breaks, again and again; a byte comes wrong; everything takes long; the device says
 * nothing; the new image does not start, so that the device goes back to the one of before.
 */
export type FirmwareFault = 'powerCut' | 'linkCut' | 'wrongChecksum' | 'slow' | 'noReply' | 'badImage';

/** What a device shows for an image. */
export type OrderKey = Pick<InstallOrder, 'order' | 'token'>;

/** The road of a device to the platform. */
export interface ImageSource {
  /** Bytes of the image from one on. Rejects where the link is broken; `refused`: the order is over. */
  fetch(order: OrderKey, from: number): Promise<Buffer | 'refused'>;
  report(order: OrderKey, body: { state: 'failed' | 'rolledBack'; failure: string }): Promise<void>;
}

export interface FirmwareDeviceOptions {
  version: string;
  source: ImageSource;
  /** Told after each start of the device; the platform then hears its version. */
  onStart(version: string): Promise<void>;
  fault?: FirmwareFault | undefined;
  /** Proves that the maker made the image, by its key in the device; without one the checksum alone counts. */
  isSigned?: (statement: string, signature: string) => boolean;
  /** ms between tries of a broken link, and of one block to the next where it is slow. */
  pauseMs?: number;
}

export interface FirmwareDevice {
  /** Takes an order and begins with it; answers what the device says at once. `undefined`: it says nothing. */
  order(order: InstallOrder): Promise<'accepted' | undefined>;
  version(): string;
  /** Resolves when the device has nothing to do any more. */
  idle(): Promise<void>;
}

/** Tries of a broken link before the device gives an order up. */
const TRIES = 20;
/** How often a link breaks, of a device whose link breaks. */
const CUTS = 3;

/** The side of a device that takes firmware: it goes on after a cut where it was, proves what it got, and keeps the old image until the new one runs. */
export function createFirmwareDevice(options: FirmwareDeviceOptions): FirmwareDevice {
  const { source, onStart, fault, isSigned, pauseMs = 1000 } = options;
  let version = options.version;
  let work: Promise<void> = Promise.resolve();
  let present: string | undefined;

  async function install(order: InstallOrder): Promise<void> {
    const image = await fetchImage(order);
    if (image === undefined) return;
    const fail = (failure: string) => source.report(order, { state: 'failed', failure });
    if (createHash('sha256').update(image).digest('hex') !== order.sha256) return fail('wrongChecksum');
    if (isSigned && !isSigned(order.statement, order.signature)) return fail('wrongSignature');
    if (fault === 'badImage') {
      await onStart(version);
      return source.report(order, { state: 'rolledBack', failure: 'installFailed' });
    }
    version = order.version;
    await onStart(version);
  }

  /** What was fetched stays in the flash through cuts of power and link. */
  async function fetchImage(order: InstallOrder): Promise<Buffer | undefined> {
    const parts: Buffer[] = [];
    const { bytes } = order;
    let at = 0;
    let cuts = 0;
    for (let tries = 0; at < bytes;) {
      if (fault === 'slow') await delay(pauseMs);
      try {
        if (fault === 'linkCut' && cuts < CUTS) {
          cuts += 1;
          throw new Error('link cut');
        }
        const block = await source.fetch(order, at);
        if (block === 'refused') return undefined;
        if (fault === 'powerCut' && cuts === 0) {
          // The block on its way is lost, and the device starts with what its flash holds.
          cuts += 1;
          await onStart(version);
          continue;
        }
        parts.push(block);
        at += block.length;
        tries = 0;
      } catch {
        tries += 1;
        if (tries > TRIES) return undefined;
        await delay(pauseMs);
      }
    }
    const image = Buffer.concat(parts);
    if (fault === 'wrongChecksum') image[image.length >> 1]! ^= 1;
    return image;
  }

  return {
    version: () => version,
    idle: () => work,
    async order(order) {
      if (fault === 'noReply') return undefined;
      // The same order again is the one that it works on.
      if (order.order !== present) {
        present = order.order;
        work = work.then(() => install(order).catch(() => undefined));
      }
      return 'accepted';
    },
  };
}
