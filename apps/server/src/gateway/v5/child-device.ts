import type { DeviceIdentity, KnownDevice } from '../../platform/ingest.ts';
import { AppError } from '../../platform/errors.ts';
import { loggerOf, snOf, type V5Session } from './session.ts';

/** More devices than any stick serves. */
const MOST_CHILDREN = 100;

/**
 * The device of an SN that a logger names as connected to it. Registers an unknown SN as not bound; for a known one it keeps, once a
 * connection, which logger carries it. Undefined: refused. The protocol has no secret, so a logger may speak only for devices that
 * nobody owns or that belong to its own organisation.
 */
export async function childOf(
  session: V5Session,
  sn: string,
  identity: DeviceIdentity,
): Promise<KnownDevice | undefined> {
  const { directory, counters, platform } = session.parts;
  const { id } = await loggerOf(session);
  const known = directory.bySn(sn);
  if (known && session.introduced.has(sn)) return known;
  if (session.introduced.size >= MOST_CHILDREN && !session.introduced.has(sn)) {
    counters.counts.unknownRefused += 1;
    return undefined;
  }
  const logger = directory.byId(id);
  if (known && known.organisationCode !== null && known.organisationCode !== logger?.organisationCode) {
    counters.counts.foreignDevice += 1;
    platform.log.warn({ logger: snOf(session), sn }, 'logger speaks for a device of another organisation');
    return undefined;
  }
  const told = { ...identity, parentSn: snOf(session) };
  session.introduced.add(sn);
  try {
    const device = known ?? (await directory.discover(sn, told));
    if (known) await directory.describe(known.id, told);
    return device;
  } catch (error) {
    session.introduced.delete(sn);
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    counters.counts.unknownRefused += 1;
    return undefined;
  }
}
