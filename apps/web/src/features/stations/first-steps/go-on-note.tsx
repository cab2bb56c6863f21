import { firstStepsAddress, type StationRow } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { begunStation } from './begun-station.ts';
import styles from './first-steps.module.css';

/** The way back into first steps that were left before any data came. */
export function GoOnNote({ rows }: { rows: readonly StationRow[] | undefined }) {
  const { t } = useTranslation('stations');
  const { id } = useAccount();
  const [begun] = useState(() => begunStation(id).get());
  const station = rows?.length === 1 ? rows.find((row) => row.id === begun) : undefined;
  if (!station || station.live.lastDataAt !== null) return null;
  return (
    <p className={styles.note} role="note">
      {t('firstSteps.silent', { name: station.name })}{' '}
      <Link to={firstStepsAddress(station.id)}>{t('firstSteps.goOn')}</Link>
    </p>
  );
}
