import type { Known } from '../../platform/connections/connections.ts';
import type { FleetEntry } from './fleet-index.ts';

/** So long a device is new. Whoever makes devices up has to keep them for this time before they hold places of their own. */
const NEW_MS = 7 * 86_400_000;

/**
 * Whose a connection of a device counts as. An account gets a thousand new devices on a day, so those that are new count by their organisation;
 * each one that has been known for a week counts by itself, the younger ones giving way to others. One of nobody has shown a serial number and a secret that whoever is there made up.
 */
export function knownAs(
  { device, organisationId, firstSeenAt }: Pick<FleetEntry, 'device' | 'organisationId' | 'firstSeenAt'>,
  now: number,
): Known | undefined {
  if (organisationId === null) return undefined;
  const since = firstSeenAt ?? now;
  const known = { holder: `device ${device.id}`, administers: false, since };
  const until = since + NEW_MS;
  return until > now ? { ...known, newcomer: { of: `organisation ${organisationId}`, until } } : known;
}
