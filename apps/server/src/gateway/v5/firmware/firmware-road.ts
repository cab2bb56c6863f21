import type { FirmwareFileOrder } from '@sunfleet/device-model';
import type { KnownDevice } from '../../../platform/ingest.ts';

type Asker = Pick<KnownDevice, 'sn' | 'organisationCode'>;

/** An image that a device behind a logger is to get now. */
export interface OpenTransfer extends FirmwareFileOrder {
  sn: string;
}

/** What upgrades say to a gateway that hands images on to devices behind loggers. */
export interface FirmwareRoad {
  /** What the devices behind a logger are to get, while their time runs. */
  openBehind(loggerId: number): Promise<readonly OpenTransfer[]>;
  /** Bytes of an image from one on. Rejects with AppError where the order is over, or nothing may leave now (`tooManyRequests`). */
  blockOf(device: Asker, order: string, from: number): Promise<{ block: Uint8Array }>;
  /** Whether the next words may leave by this connection of the logger, to this address. Rejects as `blockOf` does, also while the connection is not believed. */
  requireGoing(device: Asker, order: string, by: { connection: string; slave: number }): Promise<void>;
  /** Keeps why a device did not install it. */
  reportBy(device: Asker, order: string, report: unknown): Promise<null>;
}
