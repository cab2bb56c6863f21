import { forgetUnnamed } from '../../platform/files/forget-unnamed.ts';
import type { Platform } from '../../platform/platform.ts';
import { FOLDER } from './folder.ts';

/** Removes content of stations that no row names. The job `stations.forgetFiles`. */
export function forgetFiles(platform: Pick<Platform, 'db' | 'files' | 'clock' | 'log'>): Promise<void> {
  return forgetUnnamed(platform, FOLDER, async (names) => {
    const rows = await platform.db
      .selectFrom('stationFiles')
      .select('file')
      .where('file', 'in', [...names])
      .execute();
    return rows.map(({ file }) => file);
  });
}
