import { defineProfile, type Profile, type ProfileInput } from '@sunfleet/device-model';
import { ownProfileId } from '../../platform/own-profile.ts';
import type { Db } from '../../platform/postgres/client.ts';

/** A profile of an organisation as it stands now; undefined where its data are none. */
export type OwnProfiles = (named: { id: number; revision: number }) => Promise<Profile | undefined>;

/**
 * Profiles of organisations, each judged once and held once for all loggers whose devices are read by it: they may be large, and hundreds of devices of
 * one logger name the same one. What no logger holds any more is given back.
 */
export function createOwnProfiles(db: Db): OwnProfiles {
  const known = new Map<number, { revision: number; profile: WeakRef<Profile> }>();
  /** After a restart hundreds of loggers ask at the same moment, and each would have a copy of its own. */
  const reading = new Map<string, Promise<Profile | undefined>>();
  const read = async (id: number) => {
    const row = await db
      .selectFrom('ownProfiles')
      .select(['data', 'revision'])
      .where('id', '=', id)
      .executeTakeFirst();
    const made = row && readProfile(id, row.data);
    if (made) known.set(id, { revision: row.revision, profile: new WeakRef(made) });
    else known.delete(id);
    return made;
  };
  return async ({ id, revision }) => {
    const held = known.get(id);
    const profile = held?.revision === revision ? held.profile.deref() : undefined;
    if (profile) return profile;
    const key = `${id} ${revision}`;
    const begun = reading.get(key) ?? read(id).finally(() => reading.delete(key));
    reading.set(key, begun);
    return begun;
  };
}

/** A profile that was kept by an earlier release may not be one any more; its devices are not read then. */
function readProfile(id: number, data: Record<string, unknown>): Profile | undefined {
  try {
    return defineProfile({ ...data, id: ownProfileId(id) } as ProfileInput);
  } catch {
    return undefined;
  }
}
