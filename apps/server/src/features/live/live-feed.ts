import type { LiveEvent } from '@sunfleet/contract';

/** An event, and whom it concerns. */
export interface FedEvent {
  event: LiveEvent;
  stationId: number | null;
  deviceId: number | null;
}

/** Where the events of open pages come from: the server that decides them is this one or another. */
export interface LiveFeed {
  /** Begins to hand over new values of devices, too; the function it returns ends it. */
  watch(devices: Iterable<number>): () => void;
  stop(): void;
}

export interface FeedTo {
  event(fed: FedEvent): void;
  /** Events were missed: whoever looks has to read everything again. */
  gap(): void;
}

/** Opens a feed that hands over to `to`. */
export type OpenFeed = (to: FeedTo) => LiveFeed;
