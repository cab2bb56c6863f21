import type { OutputOf } from '@sunfleet/api-client';
import { useCall } from '../../lib/call/use-call.ts';
import { useRead } from '../../lib/call/use-read.ts';
import { countryName } from '../../lib/countries.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { type Position, readPosition } from './read-position.ts';

const SETTLE_MS = 150;

/** A place that was found. */
export interface FoundPlace extends Position {
  name: string;
  /** Absent of a typed position. */
  population?: number;
  /** Whether it is one house or street. */
  exact?: boolean;
}

export interface Suggestion {
  place: FoundPlace;
  /** State and country. */
  within: string;
}

/** What a text may mean, the likeliest first. `ready`: they belong to this text and not to one before it. */
export function useSuggestions(text: string, middle: Position | undefined) {
  const read = useRead();
  const language = useLanguage();
  const asked = useDelayed(text, SETTLE_MS);
  const position = readPosition(text);
  const enabled = asked !== '' && text !== '' && !readPosition(asked);
  const inputOf = (q: string) => ({ query: { q, ...middle } });
  const found = useCall('findTowns', inputOf(asked), { enabled, keepPrevious: true });
  /** The first one now, without the pause after typing. Where it cannot be had, there is none. */
  const lookUp = async (): Promise<Suggestion | undefined> => {
    const [town] = await read('findTowns', inputOf(text)).catch(() => []);
    return town && suggestionOf(town, language);
  };
  if (position) return { suggestions: [typed(position, language)], ready: true, lookUp };
  return {
    lookUp,
    suggestions: enabled ? (found.data ?? []).map((town) => suggestionOf(town, language)) : [],
    ready: asked === text && !found.isPlaceholderData && (found.data !== undefined || found.error !== null),
  };
}

function typed(position: Position, language: string): Suggestion {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 5 });
  const degrees = (value: number) => `${number.format(value)}°`;
  const name = `${degrees(position.latitude)}, ${degrees(position.longitude)}`;
  return { place: { ...position, name }, within: '' };
}

function suggestionOf(
  { name, region, country, latitude, longitude, population }: OutputOf<'findTowns'>[number],
  language: string,
): Suggestion {
  const within = [region === name ? null : region, countryName(country, language)].filter(Boolean).join(', ');
  return { place: { name, latitude, longitude, population }, within };
}
