import type { DayType, PriceRule, Season, TariffRules } from '@sunfleet/analysis';
import type { TariffVersion } from '@sunfleet/contract';
import { readNumber } from '../../../lib/form/read-number.ts';

/** A price as it is typed. */
export interface PriceDraft {
  seasons: readonly number[];
  days: readonly DayType[];
  /** `HH:MM`; `00:00` as the end is midnight after the day. */
  from: string;
  to: string;
  price: string;
}

/** A version as it is typed. */
export interface VersionDraft {
  from: string;
  seasons: readonly Season[];
  /** Days of the week, `6,7`. */
  weekend: string;
  /** One a line. */
  holidays: string;
  import: readonly PriceDraft[] | null;
  feedIn: readonly PriceDraft[] | null;
  subsidy: string;
  standing: string;
  per: 'day' | 'month';
}

const pad = (figure: number) => String(figure).padStart(2, '0');
/** `HH:MM` of minutes of the day. */
export const clockText = (minutes: number): string =>
  `${pad(Math.floor((minutes % 1440) / 60))}:${pad(minutes % 60)}`;

/** As people of the language write it, with every decimal. */
const numberText = (figure: number | null, language: string): string =>
  figure === null
    ? ''
    : new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 }).format(figure);

const priceDraft = ({ seasons, days, from, to, price }: PriceRule, language: string): PriceDraft => ({
  seasons,
  days,
  from: clockText(from),
  to: clockText(to),
  price: numberText(price, language),
});

export function versionDraft(
  { from, rules }: { from: string | null; rules: TariffRules },
  language: string,
): VersionDraft {
  const prices = (of: readonly PriceRule[]) => of.map((rule) => priceDraft(rule, language));
  return {
    from: from ?? '',
    seasons: rules.seasons,
    weekend: rules.weekend.join(','),
    holidays: rules.holidays.join('\n'),
    import: rules.import.length === 0 ? null : prices(rules.import),
    feedIn: rules.feedIn === null ? null : prices(rules.feedIn),
    subsidy: numberText(rules.subsidy, language),
    standing: numberText(rules.standing?.amount ?? null, language),
    per: rules.standing?.per ?? 'month',
  };
}

function minutesOf(clock: string): number {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(clock) ?? [];
  return hours === undefined || minutes === undefined ? Number.NaN : Number(hours) * 60 + Number(minutes);
}

function priceRule({ seasons, days, from, to, price }: PriceDraft): TariffVersion['rules']['import'][number] {
  const end = minutesOf(to);
  return {
    seasons: [...seasons],
    days: [...days],
    from: minutesOf(from),
    to: end === 0 ? 1440 : end,
    price: readNumber(price),
  };
}

/** The rules that a draft says; what cannot be read is `NaN`, which the check finds. */
export function versionOf(draft: VersionDraft): TariffVersion {
  const optional = (text: string) => (text.trim() === '' ? null : readNumber(text));
  const standing = optional(draft.standing);
  return {
    from: draft.from === '' ? null : draft.from,
    rules: {
      seasons: draft.seasons.map(({ name, from, to }) => ({ name, from: from.trim(), to: to.trim() })),
      weekend: draft.weekend.split(',').filter(Boolean).map(Number),
      holidays: draft.holidays.split(/[\s,;]+/).filter(Boolean),
      import: (draft.import ?? []).map(priceRule),
      feedIn: draft.feedIn?.map(priceRule) ?? null,
      subsidy: optional(draft.subsidy),
      standing: standing === null ? null : { amount: standing, per: draft.per },
    },
  };
}

/** Takes a season away; prices of other seasons keep theirs. */
export function withoutSeason(draft: VersionDraft, place: number): VersionDraft {
  const kept = (prices: VersionDraft['import']) =>
    prices &&
    prices.map((price) => ({
      ...price,
      seasons: price.seasons.filter((at) => at !== place).map((at) => (at > place ? at - 1 : at)),
    }));
  return {
    ...draft,
    seasons: draft.seasons.filter((_, at) => at !== place),
    import: kept(draft.import),
    feedIn: kept(draft.feedIn),
  };
}
