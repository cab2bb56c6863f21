import { descriptorLimit } from '../connections/descriptor-limit.ts';
import { descriptorReserve } from '../connections/connections.ts';
import { siteOrNetwork } from '../network-of.ts';
import { createFairRoom, type Occupant } from './body/fair-room.ts';
import type { Exchange } from './body/held-body.ts';
import { whenOver } from './when-over.ts';

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
  const room = createFairRoom({ account: inAll, site: inAll, inAll });
  return {
    hold(account, { request, reply }) {
      const stop = () => void reply.raw.destroy();
      const file: Occupant = { account, site: siteOrNetwork(request.ip), held: 0, since: 0, stop };
      room.take(file, 1);
      whenOver(reply.raw, () => room.leave(file));
    },
  };
}
