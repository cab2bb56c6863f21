import type { Settings } from '@sunfleet/contract';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/actor.ts';
import { writeAudit } from '../../../platform/audit.ts';
import type { Platform } from '../../../platform/platform.ts';
import { languageOf } from '../../../platform/text.ts';
import { ownUserId } from './own-account.ts';

/** What counts where somebody chose nothing; a personal account begins with its own station instead of the list. */
const DEFAULTS: Settings = {
  language: null,
  appearance: 'system',
  temperatureUnit: null,
  currency: null,
  fleetClock: 'own',
  weekStart: 1,
  startPage: 'stations',
};

/** How the person wants the product to be, with what counts where nothing was chosen; all of it for a visitor. */
export async function getSettings(
  platform: Pick<Platform, 'db'>,
  { actor }: Pick<RequestContext, 'actor'>,
): Promise<Settings> {
  if (actor.userId === null) return DEFAULTS;
  const row = await platform.db
    .selectFrom('users')
    .select(['language', 'settings', 'accountType'])
    .where('id', '=', actor.userId)
    .executeTakeFirst();
  const startPage = row?.accountType === 'personal' ? 'ownStation' : DEFAULTS.startPage;
  return { ...DEFAULTS, startPage, ...row?.settings, language: languageOf(row?.language ?? null, null) };
}

/** Changes what is named. The language is a column of its own because messages to the person are written in it. */
export async function updateSettings(
  platform: Pick<Platform, 'db'>,
  context: RequestContext,
  { language, ...others }: { [K in keyof Settings]?: Settings[K] | undefined },
): Promise<Settings> {
  const userId = ownUserId(context);
  const after = JSON.parse(JSON.stringify({ language, ...others })) as object;
  await platform.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('users')
      .set({ settings: sql<string>`settings || ${JSON.stringify(others)}::jsonb` })
      .$if(language !== undefined, (query) => query.set({ language: language ?? null }))
      .where('id', '=', userId)
      .execute();
    const entry = { action: 'accounts.updateSettings', objectType: 'user', objectId: userId } as const;
    await writeAudit(trx, context, { ...entry, after });
  });
  return getSettings(platform, context);
}
