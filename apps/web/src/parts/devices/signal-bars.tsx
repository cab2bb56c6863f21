import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { barsOf, dbmOf } from './signal-level.ts';
import styles from './signal-bars.module.css';

const BARS = [1, 2, 3, 4] as const;

/** Strength of a radio signal as bars, with its percent beside them and about how many dBm that is. */
export function SignalBars({ percent }: { percent: number | null }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  if (percent === null) return UNKNOWN;
  const bars = barsOf(percent);
  const about = t('signal.dbm', { dbm: format.number(dbmOf(percent), 0) });
  return (
    <span className={styles.signal} title={about}>
      <span className={styles.bars} role="img" aria-label={`${t('signal.of', { bars })}, ${about}`}>
        {BARS.map((bar) => (
          <span key={bar} className={styles.bar} data-on={bar <= bars} />
        ))}
      </span>
      {format.percent(percent)}
    </span>
  );
}
