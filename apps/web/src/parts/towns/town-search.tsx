import { SearchOutlined } from '@ant-design/icons';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Position } from './read-position.ts';
import styles from './town-search.module.css';
import { type FoundPlace, type Suggestion, useSuggestions } from './use-suggestions.ts';

interface TownSearchProps {
  /** The middle of the view, asked when somebody types: of towns alike, the nearer one comes first. */
  near: () => Position;
  onFound: (place: FoundPlace) => void;
}

/** A box to find a town or a position: type, arrow keys, Enter. */
export function TownSearch({ near, onFound }: TownSearchProps) {
  const { t } = useTranslation('stations');
  const id = useId();
  const { text, shown, suggestions, active, ready, type, choose, close, onKeyDown } = useSearch({
    near,
    onFound,
  });
  return (
    <div className={styles.search}>
      <SearchOutlined aria-hidden className={styles.icon} />
      <input
        className={styles.input}
        type="text"
        role="combobox"
        aria-expanded={shown}
        aria-controls={id}
        aria-activedescendant={shown && suggestions[active] ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        aria-label={t('towns.find')}
        placeholder={t('towns.placeholder')}
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <ul id={id} role="listbox" aria-label={t('towns.find')} className={styles.list} hidden={!shown}>
        {suggestions.map((suggestion, index) => (
          <Option
            key={`${suggestion.place.latitude},${suggestion.place.longitude}`}
            id={`${id}-${index}`}
            suggestion={suggestion}
            active={index === active}
            onChoose={() => choose(suggestion)}
          />
        ))}
      </ul>
      {shown && ready && suggestions.length === 0 ? (
        <p className={styles.nothing} role="status">
          {t('towns.nothing', { text: text.trim() })}
        </p>
      ) : null}
    </div>
  );
}

/** What the box holds and what its keys do. Enter before the answer is there takes the first suggestion of it. */
function useSearch({ near, onFound }: TownSearchProps) {
  const [text, setText] = useState('');
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(0);
  const [middle, setMiddle] = useState<Position>();
  const latest = useRef('');
  const { suggestions, ready, lookUp } = useSuggestions(open ? text.trim() : '', middle);
  const shown = open && text.trim() !== '';
  const active = Math.min(at, suggestions.length - 1);
  const close = () => setOpen(false);
  const choose = ({ place }: Suggestion) => {
    latest.current = place.name;
    setText(place.name);
    close();
    onFound(place);
  };
  const enter = async () => {
    const chosen = ready ? suggestions[active] : await lookUp();
    if (chosen && latest.current === text) choose(chosen);
  };
  const type = (next: string) => {
    latest.current = next;
    setText(next);
    setMiddle(near());
    setOpen(true);
    setAt(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && suggestions.length > 0) setAt((active + step + suggestions.length) % suggestions.length);
    if (step) setOpen(true);
    if (event.key === 'Escape') close();
    if (event.key === 'Enter' && shown) void enter();
    // The caret stays where it is, and the form around the box is not sent.
    if (step || event.key === 'Enter') event.preventDefault();
  };
  return { text, shown, suggestions, active, ready, type, choose, close, onKeyDown };
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
