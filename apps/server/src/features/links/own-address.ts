import { profileById, SLAVE_ATTRIBUTE, slaveOf } from '@sunfleet/device-model';
import { sql } from 'kysely';
import { spokenFor } from '../../platform/postgres/same-home.ts';

/** Column on `devices`: addresses of other devices of its family behind its logger, as somebody wrote them down. */
export const SIBLINGS = sql<
  (string | null)[]
>`ARRAY(SELECT other.attributes ->> ${sql.lit(SLAVE_ATTRIBUTE)} FROM devices other
  WHERE other.parent_id = devices.parent_id AND other.id <> devices.id AND other.profile_id = devices.profile_id AND ${spokenFor('other', 'logger')})`;

interface Addressed {
  profileId: string | null;
  attributes: Readonly<Record<string, string>>;
  siblings: readonly (string | null)[];
}

/** Whether a Modbus address behind a logger is the device's own. */
export function isOwnAddress({ profileId, attributes }: Omit<Addressed, 'siblings'>, slave: number): boolean {
  const profile = profileId === null ? undefined : profileById(profileId);
  return profile !== undefined && slave === slaveOf(attributes, profile);
}

/**
 * Whether another device of its family behind its logger would be asked at the same address: then it is not known which of both answers, and a write could
 * go to the wrong one.
 */
export function isMixedUp({ profileId, attributes, siblings }: Addressed): boolean {
  const profile = profileId === null ? undefined : profileById(profileId);
  if (!profile) return false;
  const own = slaveOf(attributes, profile);
  return siblings.some(
    (slave) => slaveOf(slave === null ? {} : { [SLAVE_ATTRIBUTE]: slave }, profile) === own,
  );
}
