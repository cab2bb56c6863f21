import type { Theme } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { writeAudit } from '../../platform/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdSubjects } from '../../platform/tries.ts';
import { iconProblem } from './check-icon.ts';
import { listThemes } from './list-themes.ts';

/**
 * Replaces every saved theme; those of the settings apply again where none is saved. Of two for one host the later one counts.
 * Throws AppError: unsupportedFileType and payloadTooLarge, with the icon's field.
 */
export async function saveThemes(
  platform: Pick<Platform, 'db' | 'config' | 'text'>,
  context: RequestContext,
  themes: readonly Theme[],
): Promise<Theme[]> {
  for (const [index, { iconUrl }] of themes.entries()) {
    const problem = iconUrl === null ? undefined : iconProblem(iconUrl);
    if (!problem) continue;
    const message = platform.text(context.language, `errors.${problem}`);
    throw new AppError(problem, {}, [{ path: `body.${index}.iconUrl`, message }]);
  }
  const byUrl = new Map(themes.map((theme) => [theme.url.toLowerCase(), theme]));
  const rows = [...byUrl].map(([url, { themeColor, iconUrl }]) => ({ url, themeColor, iconUrl }));
  await platform.db.transaction().execute(async (trx) => {
    // Of two who save at the same moment, the later one replaces what the other saved.
    await holdSubjects(trx, ['themes']);
    const before = await trx.deleteFrom('themes').returningAll().execute();
    if (rows.length > 0) await trx.insertInto('themes').values(rows).execute();
    await writeAudit(trx, context, {
      action: 'themes.save',
      objectType: 'themes',
      objectId: '',
      before: { themes: before.map(withoutPicture) },
      after: { themes: rows.map(withoutPicture) },
    });
  });
  return listThemes(platform);
}

/** A picture is too long for the audit log, so the log says only that there is one. */
function withoutPicture(theme: Theme): Theme {
  return theme.iconUrl?.startsWith('data:') ? { ...theme, iconUrl: theme.iconUrl.split(',')[0]! } : theme;
}
