import { Modal } from 'antd';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDelayed } from '../../lib/use-delayed.ts';
import { useAccount } from '../../lib/session/session-context.tsx';
import { FindList } from './find-list.tsx';
import styles from './finder.module.css';
import { recentFinds, withRecent } from './recent-finds.ts';
import { useFavouriteFinds, useFinds, type Find } from './use-finds.ts';

const SETTLE_MS = 150;

/** What was opened lately may be a favourite as well; it stands where it comes first. */
const onceEach = (finds: readonly Find[]): Find[] =>
  [...new Map(finds.toReversed().map((find) => [find.key, find])).values()].toReversed();

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
  const lately: Find[] = text.trim() === '' ? recent.get().map((find) => ({ ...find, group: 'recent' })) : [];
  const favourites = useFavouriteFinds(text);
  const finds = onceEach([...lately, ...favourites, ...found]);
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
      <FindList id={list} finds={finds} active={active} onOpen={open} />
      {finds.length === 0 && !searching ? (
        <p className={styles.nothing}>{t('finder.nothing', { text })}</p>
      ) : null}
      <p className={styles.hint}>{t('finder.hint')}</p>
    </Modal>
  );
}
