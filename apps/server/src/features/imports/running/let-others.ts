import { giveWay, goOnAmongLong } from '../limits/give-way.ts';
import type { ImportRecord } from './import-record.ts';
import type { RunParts } from './run-parts.ts';

/**
 * Whether an import that worked so long leaves its place, another job going on with it: once it is known as long, whoever waits, and then where others that
 * are long wait. What is checked by then is checked anew, so a long one is checked to its end.
 */
export async function letOthers(
  { platform: { db }, isLong, quickMs, turnMs }: RunParts,
  { id, state }: Pick<ImportRecord, 'id' | 'state'>,
  workedMs: number,
): Promise<boolean> {
  if (isLong) return state === 'importing' && workedMs >= turnMs && giveWay(db, id);
  if (workedMs < quickMs) return false;
  await goOnAmongLong(db, id);
  return true;
}
