import { didYouMean, pointByKey } from '@sunfleet/device-model';
import { useTranslation } from 'react-i18next';
import styles from './near-miss.module.css';
import { usePointName } from './use-point-name.ts';

interface NearMissProps {
  point: { key: string; unit: string };
  /** Keys that the same device reports: what is there already was not meant. */
  beside?: readonly string[];
}

/** Says which point of the catalogue was meant by a custom one, and what to change in the device. */
export function NearMiss({ point: { key, unit }, beside }: NearMissProps) {
  const { t } = useTranslation('points');
  const nameOf = usePointName();
  const meant = didYouMean(key, unit);
  if (meant === undefined || beside?.includes(meant)) return null;
  const wanted = pointByKey(meant)!.unit;
  return (
    <p className={styles.miss} role="note">
      <strong>{t('nearMiss.question', { key: meant })}</strong>{' '}
      {wanted
        ? t('nearMiss.inUnit', { key: meant, unit: wanted, name: nameOf(meant) })
        : t('nearMiss.plain', { key: meant, name: nameOf(meant) })}
    </p>
  );
}
