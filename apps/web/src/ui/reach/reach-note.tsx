import { useTranslation } from 'react-i18next';
import { useLoss } from '../../lib/reach/use-loss.ts';
import { StatusIcon } from '../status/status-icon.tsx';
import styles from './reach-note.module.css';

interface ReachNoteProps {
  /** How old what is shown has become. */
  age?: (answeredAt: number) => React.ReactNode;
}

/** Says that the server does not answer and is tried again. It lies over the page, so that nothing moves when it comes and goes. */
export function ReachNote({ age }: ReachNoteProps) {
  const { t } = useTranslation('common');
  const loss = useLoss();
  return (
    <div className={styles.place} aria-live="polite">
      {loss ? (
        <p className={styles.note}>
          <StatusIcon tone="offline" size={16} />
          <span>{t('unreachable')}</span>
          {age ? <span className={styles.age}>{age(loss.answeredAt)}</span> : null}
        </p>
      ) : null}
    </div>
  );
}
