import { forgetUnnamed } from '../../../platform/files/forget-unnamed.ts';
import type { Platform } from '../../../platform/platform.ts';
import { FOLDER } from './folder.ts';

/** Removes content of products that no row names, as of a library whose organisation is gone. The job `products.forgetFiles`. */
export function forgetProductFiles(
  platform: Pick<Platform, 'db' | 'files' | 'clock' | 'log'>,
): Promise<void> {
  return forgetUnnamed(platform, FOLDER, async (names) => {
    const rows = await platform.db
      .selectFrom('productFiles')
      .select('file')
      .where('file', 'in', [...names])
      .execute();
    return rows.map(({ file }) => file);
  });
}
