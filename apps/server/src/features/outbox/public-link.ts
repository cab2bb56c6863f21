import type { Config } from '../../config.ts';

/** Address of a page (`registerAddress(code)`) for a message; empty where the settings do not tell how people reach this server. */
export function publicLink({ publicUrl }: Pick<Config, 'publicUrl'>, page: string): string {
  return publicUrl ? `${publicUrl}/#${page}` : '';
}
