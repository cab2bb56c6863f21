import { arrayPower, type StationArray } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './design.module.css';

/** Share of the station's power by which the arrays may differ from it without a word. */
const SLACK = 0.05;

interface PowerSumProps {
  arrays: readonly StationArray[];
  capacityKw: number;
}

/** What the arrays come to, beside the power of the station; a difference is told. */
export function PowerSum({ arrays, capacityKw }: PowerSumProps) {
  const { t } = useTranslation('station-designs');
  const format = useFormat();
  const watts = arrays.reduce((sum, array) => sum + (arrayPower(array, capacityKw * 1000) ?? 0), 0);
  if (!Number.isFinite(watts) || watts === 0) return null;
  const kilowatts = watts / 1000;
  const differs = capacityKw > 0 && Math.abs(kilowatts - capacityKw) > SLACK * capacityKw;
  const words = { sum: format.capacity(kilowatts), capacity: format.capacity(capacityKw) };
  return (
    <p className={differs ? styles.warning : styles.muted} role={differs ? 'note' : undefined}>
      {differs ? `⚠ ${t('sumDiffers', words)}` : t('sum', words)}
    </p>
  );
}
