import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../lib/appearance.ts';
import { Button } from '../form/button.tsx';
import styles from './split.module.css';

interface SplitProps {
  /** What there is to choose from. */
  side: ReactNode;
  /** What was chosen. */
  main: ReactNode;
  /** Whether the address names something: a phone shows that alone, with the way back. */
  chosen: boolean;
  onBack: () => void;
}

/** A list and what was chosen in it, side by side; one after the other on a phone. */
export function Split({ side, main, chosen, onBack }: SplitProps) {
  const { t } = useTranslation('common');
  const phone = usePhone();
  if (!phone) {
    return (
      <div className={styles.split}>
        <div className={styles.side}>{side}</div>
        <div className={styles.main}>{main}</div>
      </div>
    );
  }
  if (!chosen) return side;
  return (
    <div className={styles.main}>
      <div>
        <Button onClick={onBack}>
          <span aria-hidden="true">←</span> {t('backToList')}
        </Button>
      </div>
      {main}
    </div>
  );
}
