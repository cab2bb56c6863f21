import type { OutputOf } from '@sunfleet/api-client';
import { SearchOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { countryName } from '../../lib/countries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { type Position, readPosition } from './read-position.ts';
import styles from './town-search.module.css';

const SETTLE_MS = 150;

/** A place that was found. */
export interface FoundPlace extends Position {
  name: string;
  /** Absent of a typed position. */
  population?: number;
}

interface Suggestion {
  place: FoundPlace;
  /** State and country. */
  within: string;
}

interface TownSearchProps {
  /** The middle of the view, asked when a search begins: of towns alike, the nearer one comes first. */
  near: () => Position;
  onFound: (place: FoundPlace) => void;
}

/** A box to find a town or a position: type, arrow keys, Enter. */
export function TownSearch({ near, onFound }: TownSearchProps) {
  const { t } = useTranslation('stations');
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [middle, setMiddle] = useState<Position>();
  const list = useId();
  const { suggestions, searching } = useSuggestions(useDelayed(text.trim(), SETTLE_MS), middle);
  const shown = open && text.trim() !== '';
  const active = Math.min(at, suggestions.length - 1);
  const choose = ({ place }: Suggestion) => {
    setText(place.name);
    setOpen(false);
    onFound(place);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && suggestions.length > 0) {
      event.preventDefault();
      setOpen(true);
      setAt((active + step + suggestions.length) % suggestions.length);
    }
    if (event.key === 'Escape') setOpen(false);
    if (event.key === 'Enter') {
      // The form around it is not sent.
      event.preventDefault();
      const position = readPosition(text);
      const chosen = position ? undefined : suggestions[active];
      if (position) choose({ place: { ...position, name: text.trim() }, within: '' });
      else if (chosen && shown) choose(chosen);
    }
  };
  return (
    <div className={styles.search}>
      <SearchOutlined aria-hidden className={styles.icon} />
      <input
        className={styles.input}
        type="text"
        role="combobox"
        aria-expanded={shown}
        aria-controls={list}
        aria-activedescendant={shown && suggestions[active] ? `${list}-${active}` : undefined}
        aria-autocomplete="list"
        aria-label={t('towns.find')}
        placeholder={t('towns.placeholder')}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setMiddle(near());
          setOpen(true);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
      />
      <ul id={list} role="listbox" aria-label={t('towns.find')} className={styles.list} hidden={!shown}>
        {suggestions.map((suggestion, index) => (
          <Option
            key={`${suggestion.place.latitude},${suggestion.place.longitude}`}
            id={`${list}-${index}`}
            suggestion={suggestion}
            active={index === active}
            onChoose={() => choose(suggestion)}
          />
        ))}
      </ul>
      {shown && suggestions.length === 0 && !searching ? (
        <p className={styles.nothing} role="status">
          {t('towns.nothing', { text: text.trim() })}
        </p>
      ) : null}
    </div>
  );
}

interface OptionProps {
  id: string;
  suggestion: Suggestion;
  active: boolean;
  onChoose: () => void;
}

function Option({ id, suggestion, active, onChoose }: OptionProps) {
  return (
    <li
      id={id}
      role="option"
      aria-selected={active}
      className={styles.option}
      // The box keeps the focus, so that its list stays open until the click.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span className={styles.name}>{suggestion.place.name}</span>
      <span className={styles.within}>{suggestion.within}</span>
    </li>
  );
}

function useSuggestions(text: string, middle: Position | undefined) {
  const format = useFormat();
  const language = useLanguage();
  const position = readPosition(text);
  const enabled = text !== '' && !position;
  const query = { q: text, ...middle };
  const found = useCall('findTowns', { query }, { enabled, keepPrevious: true });
  if (position) return { suggestions: [typed(position, format.number)], searching: false };
  const towns = enabled ? (found.data ?? []) : [];
  return {
    suggestions: towns.map((town) => suggestionOf(town, language)),
    searching: !found.data && !found.error,
  };
}

function typed(position: Position, number: (value: number, digits: number) => string): Suggestion {
  const degrees = (value: number) => `${number(value, 5)}°`;
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
