import { SearchOutlined } from '@ant-design/icons';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../lib/load-chunk.ts';
import styles from './finder.module.css';

const Finder = lazyPart(() => import('./finder.tsx').then((part) => part.Finder));

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search; Ctrl+K or Cmd+K does so from anywhere. */
export function FinderButton() {
  const { t } = useTranslation('common');
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        title={t('finder.open')}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <SearchOutlined aria-hidden />
        <span className={styles.buttonText}>{t('search')}</span>
        <kbd className={styles.key} aria-hidden="true">
          {onMac ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
      <Suspense fallback={null}>{open ? <Finder onClose={() => setOpen(false)} /> : null}</Suspense>
    </>
  );
}
