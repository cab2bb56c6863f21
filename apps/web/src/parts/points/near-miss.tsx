import { didYouMean, pointByKey, recordablePoint } from '@sunfleet/device-model';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './near-miss.module.css';
import { usePointName } from './use-point-name.ts';

interface NearMissProps {
  point: { key: string; unit: string };
  /** Keys that the same device reports: what is there already was not meant. */
  beside?: readonly string[];
  /** What can be done about it here, where the point is one that may be recorded. */
  action?: (meant: string) => ReactNode;
}

/** Says which point of the catalogue was meant by a custom one, and what to change in the device. */
export function NearMiss({ point: { key, unit }, beside, action }: NearMissProps) {
  const { t } = useTranslation('points');
  const nameOf = usePointName();
  const meant = didYouMean(key, unit);
  if (meant === undefined || beside?.includes(meant)) return null;
  const wanted = pointByKey(meant)!.unit;
  const offered = recordablePoint(meant) ? action?.(meant) : null;
  return (
    <div className={styles.miss} role="note">
      <strong>{t('nearMiss.question', { key: meant })}</strong>{' '}
      {wanted
        ? t('nearMiss.inUnit', { key: meant, unit: wanted, name: nameOf(meant) })
        : t('nearMiss.plain', { key: meant, name: nameOf(meant) })}
      {offered ? <div className={styles.action}>{offered}</div> : null}
    </div>
  );
}
