import { forgetUnnamed } from '../../platform/files/forget-unnamed.ts';
import type { Platform } from '../../platform/platform.ts';
import { FOLDER } from './folder.ts';

/** How long an image waits for its signature; longer than any upload takes. */
const KEPT_MS = 24 * 3_600_000;

/** Removes images that nobody signed within a day, and those that no row names. The job `firmware.forgetImages`. */
export async function forgetImages(
  platform: Pick<Platform, 'db' | 'files' | 'clock' | 'log'>,
): Promise<void> {
  const { db, clock } = platform;
  const before = new Date(clock.now() - KEPT_MS);
  await db.deleteFrom('firmwareUploads').where('createdAt', '<', before).execute();
  await forgetUnnamed(platform, FOLDER, async (names) => {
    const rows = await db
      .selectFrom('firmware')
      .select('file')
      .where('file', 'in', [...names])
      .unionAll(
        db
          .selectFrom('firmwareUploads')
          .select('file')
          .where('file', 'in', [...names]),
      )
      .execute();
    return rows.map(({ file }) => file);
  });
}
