import { createHash } from 'node:crypto';
import type { Actor } from '../../platform/actor.ts';
import type { Platform } from '../../platform/platform.ts';
import { createSharedAnswers } from '../../platform/shared-answers.ts';
import { readStationScope } from '../scope/index.ts';
import { readStationSums, type KpiBuckets, type KpiQuery } from './read-kpi-sums.ts';

/** The days are over, and what comes late changes them little. */
const KEEP_MS = 300_000;
const MOST_KEPT = 200;

/** Sums of all stations that somebody may see, five minutes old at most. Whoever sees the same stations gets the same answer. */
export function openPortfolioKpis({ db, samples, clock }: Pick<Platform, 'db' | 'samples' | 'clock'>) {
  const answers = createSharedAnswers<KpiBuckets>({
    keepMs: KEEP_MS,
    keeps: ({ total }) => total.days > 0,
    most: MOST_KEPT,
    now: () => clock.now(),
  });
  return async (actor: Actor, query: KpiQuery): Promise<{ sums: KpiBuckets; stations: number }> => {
    const scope = await readStationScope(db, actor);
    const rows = await db.selectFrom('stations').select('id').where(scope).orderBy('id').execute();
    const ids = rows.map(({ id }) => id);
    const seen = createHash('sha256').update(ids.join()).digest('base64url');
    const sums = await answers.get(`${query.grain} ${query.from} ${query.to} ${seen}`, () =>
      readStationSums(samples, ids, query),
    );
    return { sums, stations: ids.length };
  };
}
