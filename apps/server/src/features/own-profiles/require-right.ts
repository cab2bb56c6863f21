import { judgeProfile, planReads, type Profile } from '@sunfleet/device-model';
import type { RequestContext } from '../../platform/actor.ts';
import { brokenRule } from '../../platform/broken-rule.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';

const MOST_NAMED = 50;
/** Requests of one poll: a logger asks its devices one after the other. */
const MOST_REQUESTS = 100;
const LONGEST = { brand: 64, model: 100, models: 20 };
/** Judged one by one, while nobody else has a turn. */
const MOST = { points: 500, derived: 100 } as const;
/** What a server holds of it, as text: all points of the catalogue with what belongs to them are some 60 kB. */
const MOST_BYTES = 96 * 1024;

/** What a profile of an organisation has not: nothing is written by it, no alarm is raised by it, and no device is taken for one of it. */
const LEFT_OUT = { writes: [], faults: [], sensorLists: [], identify: [], firmwareFiles: undefined };

/** The profile as it is kept. Throws AppError `invalidInput` with what is wrong, place by place, in the reader's language. */
export function requireRight(
  { text }: Pick<Platform, 'text'>,
  { language }: Pick<RequestContext, 'language'>,
  data: Readonly<Record<string, unknown>>,
): Profile {
  const words = { language, text };
  for (const [list, most] of Object.entries(MOST)) {
    const entries = data[list];
    if (Array.isArray(entries) && entries.length > most)
      throw brokenRule(words, `body.data.${list}`, 'tooManyEntries');
  }
  const { profile, problems } = judgeProfile({ ...data, ...LEFT_OUT, id: 'own', version: 1 });
  // There may be tens of thousands.
  const named = problems.slice(0, MOST_NAMED).map(({ path, kind }) => ({
    path: path === '' ? 'body.data' : `body.data.${path}`,
    message: text(language, `profiles.problem.${kind}`),
  }));
  const [first] = named;
  if (first) throw new AppError('invalidInput', { fields: first.path }, named);
  if (JSON.stringify(profile).length > MOST_BYTES) throw brokenRule(words, 'body.data', 'tooLong');
  const { brand, models } = profile!;
  if (brand.length > LONGEST.brand) throw brokenRule(words, 'body.data.brand', 'tooLong');
  if (models.length > LONGEST.models) throw brokenRule(words, 'body.data.models', 'tooManyEntries');
  if (models.some((model) => model.length > LONGEST.model))
    throw brokenRule(words, 'body.data.models', 'tooLong');
  const requests = profile!.sunspec ? [] : planReads(profile!, { groups: ['fast', 'slow', 'once'] });
  if (requests.length > MOST_REQUESTS) throw brokenRule(words, 'body.data.points', 'tooManyEntries');
  return profile!;
}
