import { searchAddress } from '@sunfleet/contract';
import { Modal } from 'antd';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDelayed } from '../../lib/use-delayed.ts';
import { useAccount, useMay } from '../../lib/session/session-context.tsx';
import { FindList } from './find-list.tsx';
import styles from './finder.module.css';
import type { Find } from './finds-of.ts';
import { recentFinds, recentOf, withRecent } from './recent-finds.ts';
import { FEWEST_LETTERS, useFavouriteFinds, useFinds } from './use-finds.ts';

const SETTLE_MS = 150;

/** What was opened lately may be a favourite as well; it stands where it comes first. */
const onceEach = (finds: readonly Find[]): Find[] =>
  [...new Map(finds.toReversed().map((find) => [find.key, find])).values()].toReversed();

/** Leads to the page of all results, for who may search and has typed enough. */
function useAllResults(wanted: string): Find | undefined {
  const { t } = useTranslation('search');
  const may = useMay('stations.view');
  return may && wanted.length >= FEWEST_LETTERS
    ? { key: 'all', group: 'all', title: t('allOf', { text: wanted }), note: '', path: searchAddress(wanted) }
    : undefined;
}

/** The search over everything that has a name: type, arrow keys, Enter. Before anything is typed, what was opened lately. */
export function Finder({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('common');
  const { id: accountId } = useAccount();
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const list = useId();
  const navigate = useNavigate();
  const [recent] = useState(() => recentFinds(accountId));
  const { finds: found, searching } = useFinds(useDelayed(text, SETTLE_MS));
  const wanted = text.trim();
  const favourites = useFavouriteFinds(text);
  const results = onceEach([...recentOf(recent.get(), wanted), ...favourites, ...found]);
  const more = useAllResults(wanted);
  const finds = results.length > 0 && more ? [...results, more] : results;
  const active = Math.min(at, finds.length - 1);
  const open = (index: number) => {
    const find = finds[index];
    if (!find) return;
    recent.set(withRecent(recent.get(), find));
    onClose();
    void navigate(find.path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && finds.length > 0) {
      event.preventDefault();
      setAt((active + step + finds.length) % finds.length);
    }
    if (event.key === 'Enter') open(active);
  };
  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      title={t('finder.open')}
      destroyOnHidden
      style={{ top: 64 }}
    >
      <input
        className={styles.input}
        role="combobox"
        aria-expanded
        aria-controls={list}
        aria-activedescendant={finds[active] ? `${list}-${active}` : undefined}
        aria-autocomplete="list"
        aria-label={t('finder.open')}
        placeholder={t('finder.placeholder')}
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <FindList id={list} finds={finds} wanted={wanted} active={active} onOpen={open} />
      {finds.length === 0 && !searching ? (
        <p className={styles.nothing}>{t('finder.nothing', { text })}</p>
      ) : null}
      <p className={styles.hint}>{t('finder.hint')}</p>
    </Modal>
  );
}
