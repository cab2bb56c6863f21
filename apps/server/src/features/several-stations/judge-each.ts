import type { SeveralResult } from '@sunfleet/contract';
import type { RequestContext } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { TargetStation } from './target-stations.ts';

type Result = SeveralResult['results'][number];

/** What a verb did with one station. */
export type Outcome = Exclude<Result['outcome'], 'refused'>;

/** Who asks, as that one may act by now. Throws AppError where the session ended or the right is gone. */
export type Judge = () => Promise<RequestContext>;

interface Row {
  stations: readonly TargetStation[];
  judge: Judge;
  act: (id: number, now: RequestContext) => Promise<Outcome>;
}

/**
 * Does the same with one station after the other, each in a transaction of its own, and answers what became of each. A refusal concerns its
 * station alone; a failure that is none (a store that does not answer) ends the row, as does the end of the caller's session or right, and what was
 * done stays done.
 */
export async function judgeEach(
  platform: Pick<Platform, 'text' | 'log'>,
  context: Pick<RequestContext, 'language'>,
  { stations, judge, act }: Row,
): Promise<SeveralResult> {
  const results: Result[] = [];
  let failure: AppError | undefined;
  for (const { id, name } of stations) {
    if (failure) {
      results.push(refused({ id, name }, reasonOf(platform, context, failure)));
      continue;
    }
    let now: RequestContext | undefined;
    try {
      now = await judge();
      results.push({ id, name, outcome: await act(id, now), reason: null });
    } catch (error) {
      const known = error instanceof AppError ? error : undefined;
      if (!known) platform.log.error({ err: error, stationId: id }, 'one of several stations failed');
      if (!now || !known || known.status >= 500) failure = known ?? new AppError('internal');
      results.push(refused({ id, name }, reasonOf(platform, context, known ?? failure!)));
    }
  }
  return { results };
}

const refused = (station: TargetStation, reason: string): Result => ({
  ...station,
  outcome: 'refused',
  reason,
});

/** The words of a refusal: those of its field where it has one. */
export function reasonOf(
  platform: Pick<Platform, 'text'>,
  { language }: Pick<RequestContext, 'language'>,
  error: AppError,
): string {
  return error.fields?.[0]?.message ?? platform.text(language, `errors.${error.key}`, error.values);
}
