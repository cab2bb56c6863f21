import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusIcon } from '../status/status-icon.tsx';
import { type Notice, closeNotice, getNotices, onNotices } from './notice-store.ts';
import styles from './notices.module.css';

const TONES = { error: 'emergency', success: 'normal', info: 'tip' } as const;

/** The messages of `showNotice`, spoken by screen readers. Stands once, at the root. */
export function Notices() {
  const notices = useSyncExternalStore(onNotices, getNotices);
  return (
    <div className={styles.notices} aria-live="polite">
      {notices.map((notice) => (
        <Item key={notice.id} notice={notice} />
      ))}
    </div>
  );
}

function Item({ notice }: { notice: Notice }) {
  const { t } = useTranslation('common');
  const tone = TONES[notice.kind];
  return (
    <div className={styles.notice} role={notice.kind === 'error' ? 'alert' : undefined}>
      <span style={{ color: `var(--status-${tone})` }}>
        <StatusIcon tone={tone} size={16} />
      </span>
      <span className={styles.text}>{notice.text}</span>
      <button
        type="button"
        className={styles.close}
        aria-label={t('close')}
        onClick={() => closeNotice(notice.id)}
      >
        ×
      </button>
    </div>
  );
}
