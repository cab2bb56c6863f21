import type { Clock } from '../../platform/clock.ts';
import { createTally } from '../../platform/http/tally.ts';
import type { KnownDevice } from '../../platform/ingest.ts';

/** What an answer counts for each so many bytes that it begins: one of a few registers is one. */
const PIECE_BYTES = 4096;
/** Pieces within a minute of a device, which is asked some times a minute, and of all devices of an organisation: more than a run over very many of them asks. */
const OF_DEVICE = 240;
const OF_ORGANISATION = 60_000;

/**
 * Whether an answer that nobody waits for here may be handed on to all other servers. Each of them reads it, and a device makes up as many ids as its line
 * carries.
 */
export type HandingOnRoom = (device: Pick<KnownDevice, 'sn' | 'organisationCode'>, bytes: number) => boolean;

export function createHandingOnRoom(clock: Clock): HandingOnRoom {
  const tally = createTally(clock);
  return ({ sn, organisationCode }, bytes) => {
    const ofDevice = `device ${sn}`;
    const ofOrganisation = `organisation ${organisationCode ?? ''}`;
    if (tally.of(ofDevice) >= OF_DEVICE || tally.of(ofOrganisation) >= OF_ORGANISATION) return false;
    for (let left = bytes; left > 0; left -= PIECE_BYTES) {
      tally.count(ofDevice);
      tally.count(ofOrganisation);
    }
    return true;
  };
}
