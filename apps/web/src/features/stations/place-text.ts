import type { StationRow } from '@sunfleet/contract';
import { countryName } from '../../lib/countries.ts';
import { UNKNOWN } from '../../lib/format/number.ts';

/** Town with its state or province, or with the country where that is all that is known besides. */
export function placeText({ place }: Pick<StationRow, 'place'>, language: string): string {
  if (!place) return UNKNOWN;
  const { town, region, country } = place;
  const within = region === town ? null : (region ?? (country && countryName(country, language)));
  return [town, within].filter(Boolean).join(', ') || (country ? countryName(country, language) : UNKNOWN);
}
