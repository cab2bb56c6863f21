import { tariffFaults, tariffHoles, type TariffFault, type TariffHole } from '@sunfleet/analysis';
import type { FieldError, Rule, TariffVersion } from '@sunfleet/contract';
import type { Words } from '../../platform/broken-rule.ts';
import { AppError } from '../../platform/errors.ts';

/** Holes that one answer names. */
const NAMED = 50;

/** Throws AppError `invalidInput` with every figure that cannot be, else with every time without a price or with several. */
export function checkVersions(words: Words, versions: readonly TariffVersion[]): void {
  const days = versions.map(({ from }) => from ?? '');
  const fields = days.every((day, at) => at === 0 || day > days[at - 1]!)
    ? versions.flatMap((version, at) => versionErrors(words, version, `body.versions.${at}`))
    : [{ path: 'body.versions', message: words.text(words.language, 'rules.tariffVersionsInvalid') }];
  if (fields.length > 0)
    throw new AppError('invalidInput', { fields: fields[0]!.path }, fields.slice(0, NAMED));
}

function versionErrors(words: Words, { rules }: TariffVersion, path: string): FieldError[] {
  const faults = tariffFaults(rules);
  if (faults.length > 0) return faults.map((fault) => faultError(words, fault, `${path}.rules`));
  return tariffHoles(rules).map((hole) => ({
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
