import { SearchOutlined } from '@ant-design/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressNote } from './address-note.tsx';
import styles from './town-search.module.css';
import { type Entry, type TownSearchProps, useTownSearch } from './use-town-search.ts';

/** A box to find a town, a position or an address: type, arrow keys, Enter. */
export function TownSearch(props: TownSearchProps) {
  const { t } = useTranslation('stations');
  const id = useId();
  const { text, shown, entries, active, ready, addresses, type, choose, close, onKeyDown } =
    useTownSearch(props);
  return (
    <div className={styles.search}>
      <SearchOutlined aria-hidden className={styles.icon} />
      <input
        className={styles.input}
        type="text"
        role="combobox"
        aria-expanded={shown}
        aria-controls={id}
        aria-activedescendant={shown && entries[active] ? `${id}-${active}` : undefined}
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
        {entries.map((entry, index) => (
          <Option
            key={entry.key}
            id={`${id}-${index}`}
            entry={entry}
            active={index === active}
            onChoose={() => choose(entry)}
          />
        ))}
      </ul>
      {shown && ready && entries.length === 0 && !addresses.search ? (
        <p className={styles.nothing} role="status">
          {t('towns.nothing', { text: text.trim() })}
        </p>
      ) : null}
      {shown ? <AddressNote {...addresses} text={text.trim()} /> : null}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: Entry;
  active: boolean;
  onChoose: () => void;
}

function Option({ id, entry, active, onChoose }: OptionProps) {
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
      <Words entry={entry} />
    </li>
  );
}

function Words({ entry }: { entry: Entry }) {
  const { t } = useTranslation('stations');
  if (entry.kind === 'ask') return <span>{t('addresses.ask', { source: entry.source })}</span>;
  const [name, within] =
    entry.kind === 'place'
      ? [entry.suggestion.place.name, entry.suggestion.within]
      : [entry.address.label, entry.source];
  return (
    <>
      <span className={styles.name}>{name}</span>
      <span className={styles.within}>{within}</span>
    </>
  );
}
