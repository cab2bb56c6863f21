import { descriptorLimit } from '../connections/descriptor-limit.ts';
import { descriptorReserve } from '../connections/connections.ts';
import type { Exchange } from './body/held-body.ts';
import { createUnreadRoom } from './unread-room.ts';

/** Of the descriptors that connections leave; the stores need the others. */
const SHARE = 0.25;

/** Counts files that are open until their readers have taken them. */
export interface OpenFiles {
  /** Takes a place for a file of a person. Where all are taken, whoever has most is disconnected. Throws AppError `tooManyRequests`. */
  hold(person: string, exchange: Exchange): void;
}

/** Eight of each of some dozens of people, whose readers take next to nothing, are all the descriptors that a system with few has: then nothing is stored any more. */
export function createOpenFiles(
  inAll: number = Math.floor(SHARE * descriptorReserve(descriptorLimit())),
): OpenFiles {
  const room = createUnreadRoom({ account: inAll, site: inAll, inAll });
  return { hold: (person, exchange) => room.hold(person, exchange, 1) };
}
