import { setImmediate as nextRound } from 'node:timers/promises';
import {
  tariffFaults,
  tariffHoles,
  type TariffFault,
  type TariffHole,
  type TariffRules,
} from '@sunfleet/analysis';
import type { FieldError, Rule } from '@sunfleet/contract';
import { LIMITS } from '@sunfleet/contract';
import { brokenRule, type Words } from '../../platform/broken-rule.ts';
import { AppError } from '../../platform/errors.ts';

/** Holes that one answer names. */
const NAMED = 50;

/**
 * Throws AppError `invalidInput` with figures that cannot be, else with times without a price or with several. Others have their turn between versions:
 * fifty of them with hundreds of prices each take a while.
 */
export async function checkVersions(
  words: Words,
  versions: readonly { from: string | null; rules: TariffRules }[],
): Promise<void> {
  // Lists and counts read whole tariffs, of many stations at a time.
  if (JSON.stringify(versions).length > LIMITS.tariffLetters)
    throw brokenRule(words, 'body.versions', 'tooLong');
  const days = versions.map(({ from }) => from ?? '');
  const fields: FieldError[] = [];
  if (!days.every((day, at) => at === 0 || day > days[at - 1]!))
    fields.push({
      path: 'body.versions',
      message: words.text(words.language, 'rules.tariffVersionsInvalid'),
    });
  else
    for (const [at, version] of versions.entries()) {
      if (fields.length >= NAMED) break;
      if (at > 0) await nextRound();
      fields.push(
        ...versionErrors(words, version, { path: `body.versions.${at}`, most: NAMED - fields.length }),
      );
    }
  if (fields.length > 0) throw new AppError('invalidInput', { fields: fields[0]!.path }, fields);
}

function versionErrors(
  words: Words,
  { rules }: { rules: TariffRules },
  { path, most }: { path: string; most: number },
): FieldError[] {
  const faults = tariffFaults(rules).slice(0, most);
  if (faults.length > 0) return faults.map((fault) => faultError(words, fault, `${path}.rules`));
  return tariffHoles(rules, most).map((hole) => ({
    path: `${path}.rules.${hole.direction}`,
    message: holeText(words, hole),
  }));
}

const FAULT_RULES = {
  clock: 'tariffClockInvalid',
  days: 'tariffDaysEmpty',
  season: 'tariffSeasonInvalid',
  holiday: 'tariffHolidayInvalid',
  price: 'tariffPriceInvalid',
} as const satisfies Record<TariffFault['kind'], Rule>;

function faultError({ language, text }: Words, { kind, at, place }: TariffFault, path: string): FieldError {
  const message = text(language, `rules.${FAULT_RULES[kind]}`);
  if (at === 'subsidy') return { path: `${path}.subsidy`, message };
  if (at === 'standing') return { path: `${path}.standing.amount`, message };
  const list = { season: 'seasons', holiday: 'holidays', import: 'import', feedIn: 'feedIn' }[at];
  const field = { clock: '.from', days: '.days', season: '', holiday: '', price: '.price' }[kind];
  return { path: `${path}.${list}.${place}${field}`, message };
}

function holeText({ language, text }: Words, hole: TariffHole): string {
  const rule: Rule = hole.kind === 'gap' ? 'tariffGap' : 'tariffOverlap';
  return text(language, `rules.${rule}`, {
    day: text(language, `common.tariffDay.${hole.day}`),
    from: hole.from,
    to: hole.to,
    start: clock(hole.start),
    end: clock(hole.end),
  });
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
