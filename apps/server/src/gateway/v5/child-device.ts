import { LIMITS } from '@sunfleet/contract';
import type { DeviceIdentity, KnownDevice } from '../../platform/ingest.ts';
import { describeChild, loggerOf, snOf, type V5Session } from './session.ts';

/**
 * The device of an SN that a logger names as connected to it. The protocol has no secret, so a logger may speak only for devices that a
 * person registered behind it; any other SN waits as discovered. Undefined: the logger may not speak for it.
 */
export async function childOf(
  session: V5Session,
  sn: string,
  identity: DeviceIdentity,
): Promise<KnownDevice | undefined> {
  const { directory } = session.parts;
  const { id } = await loggerOf(session);
  const device = directory.spokenFor(id, sn);
  if (!device) {
    await discover(session, { loggerId: id, sn, identity });
    return undefined;
  }
  if (!session.introduced.has(sn) && (await describeChild(session, device.id, identity)))
    session.introduced.add(sn);
  return device;
}

/** Once a connection; frames of the same SN that come after that are only counted. */
async function discover(
  session: V5Session,
  { loggerId, sn, identity }: { loggerId: number; sn: string; identity: DeviceIdentity },
): Promise<void> {
  const { directory, counters, platform, repeated } = session.parts;
  const { counts } = counters;
  if (session.named.has(sn)) {
    counts.undecided += 1;
    return;
  }
  if (session.named.size >= LIMITS.discoveredPerLogger) {
    counts.unknownRefused += 1;
    return;
  }
  session.named.add(sn);
  try {
    if (await directory.discovered(loggerId, sn, identity)) counts.undecided += 1;
    else {
      counts.foreignDevice += 1;
      session.trouble.note('foreignDevice', 1);
      // Whoever connects again and again in the name of a stick may name a hundred of them each time.
      const logger = snOf(session);
      repeated(`foreign ${logger}`, (count) =>
        platform.log.warn({ logger, sn, count }, 'logger speaks for a device of somebody else'),
      );
    }
  } catch (error) {
    session.named.delete(sn);
    throw error;
  }
}
