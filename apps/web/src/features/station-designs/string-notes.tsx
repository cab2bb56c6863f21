import { type DesignVersion, stringWarnings } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './design.module.css';

const DIGITS = { ratioHigh: 2, ratioLow: 2 } as const;

/** What is unusual in the strings, or endangers an inverter; asked about, not refused. */
export function StringNotes({ version }: { version: Omit<DesignVersion, 'from' | 'horizon'> }) {
  const { t } = useTranslation('station-designs');
  const format = useFormat();
  const warnings = stringWarnings(version);
  if (warnings.length === 0) return null;
  return (
    <ul className={styles.notes}>
      {warnings.map(({ key, inverter, mppt, array, value, limit }) => {
        const digits = key in DIGITS ? 2 : 0;
        const place = [
          inverter === null ? null : version.inverters[inverter]?.name,
          mppt === null ? null : `MPPT ${mppt}`,
          array,
        ];
        const numbers = { value: format.number(value, digits), limit: format.number(limit, digits) };
        return (
          <li key={[key, ...place].join(' ')} className={styles.warning}>
            {`⚠ ${place.filter(Boolean).join(' · ')}: ${t(`check.${key}`, numbers)}`}
          </li>
        );
      })}
    </ul>
  );
}
