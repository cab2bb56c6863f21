import type { SentCommand } from '@sunfleet/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './command-card.module.css';
import { askedText, becameText } from './command-text.ts';

interface CommandCardProps {
  row: SentCommand;
  zone: string | undefined;
  /** Whom it was sent to, where commands of several devices are listed. */
  children?: ReactNode;
}

/** A command on a phone. */
export function CommandCard({ row, zone, children }: CommandCardProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  return (
    <div className={styles.card}>
      <strong>{askedText(t, row)}</strong>
      {children}
      <p>{becameText(t, row)}</p>
      <p className={styles.muted}>
        {`${format.dateTime(row.at, zone)} · ${row.user?.name ?? t('command.server')}`}
      </p>
    </div>
  );
}
