import { createTally } from '../../platform/http/tally.ts';
import type { Platform } from '../../platform/platform.ts';
import { createBurst } from '../../platform/burst.ts';
import { keepContender } from './contenders.queries.ts';
import type { FleetEntry } from './fleet-index.ts';

const DELAY_MS = 1000;
/** Refused sign-ins that are looked at in a minute: of one network, and in all. Each is a few statements. */
const PER_NETWORK = 30;
const IN_ALL = 600;

interface Note {
  deviceId: number;
  sn: string;
  secret: string;
  network: string | null;
}

/** Keeps who signs in as a registered device with another secret: it may be the device, whose serial number somebody else took. */
export function createContenders({ db, log, clock }: Pick<Platform, 'db' | 'log' | 'clock'>) {
  const tally = createTally(clock);
  const notes = createBurst<Note>(
    DELAY_MS,
    async (all) => {
      for (const note of all) await keepContender({ db, clock }, note);
    },
    (error) => log.warn({ err: error }, 'contenders not kept'),
  );
  return {
    /** For the entry of a device as which somebody from this network was refused. */
    note(entry: FleetEntry, secret: string, network: string | null): void {
      const { device, secret: registered, organisationId } = entry;
      // By an organisation's key a device has none; a serial number that it only wrote down is disputed with a contender.
      if (!registered && organisationId === null) return;
      if (tally.count(`network ${network}`) > PER_NETWORK || tally.count('all') > IN_ALL) return;
      notes.add({ deviceId: device.id, sn: device.sn, secret, network });
    },
    flush: () => notes.flush(),
  };
}
