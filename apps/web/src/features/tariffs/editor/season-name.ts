import type { Season } from '@sunfleet/analysis';

/** First and last month of a season in a language: `Apr – Sep`. */
export function seasonName({ from, to }: Pick<Season, 'from' | 'to'>, language: string): string {
  const month = (day: string) =>
    new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(
      Date.parse(`2024-${day}T00:00:00Z`),
    );
  return `${month(from)} – ${month(to)}`;
}
