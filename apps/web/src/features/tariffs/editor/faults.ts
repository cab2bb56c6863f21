import { tariffFaults, tariffHoles, type TariffFault } from '@sunfleet/analysis';
import { textRule, type Rule } from '@sunfleet/contract';
import { versionOf, type VersionDraft } from './tariff-draft.ts';

const RULES = {
  clock: 'tariffClockInvalid',
  days: 'tariffDaysEmpty',
  season: 'tariffSeasonInvalid',
  holiday: 'tariffHolidayInvalid',
  price: 'tariffPriceInvalid',
} as const satisfies Record<TariffFault['kind'], Rule>;

/** Broken rules by where they stand: `import 0 price`, `season 1 season`, `season 1 name`. */
export function faultsOf(version: VersionDraft): ReadonlyMap<string, Rule> {
  const { rules } = versionOf(version);
  const faults = new Map<string, Rule>();
  for (const { kind, at, place } of tariffFaults(rules)) faults.set(`${at} ${place} ${kind}`, RULES[kind]);
  for (const [place, { name }] of rules.seasons.entries()) {
    const broken = textRule(name, 'nameEmpty', 40);
    if (broken) faults.set(`season ${place} name`, broken);
  }
  return faults;
}

/** Whether nothing is wrong and each time has one price. */
export const isWhole = (version: VersionDraft): boolean =>
  faultsOf(version).size === 0 && tariffHoles(versionOf(version).rules).length === 0;
