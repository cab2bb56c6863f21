import { STATION_STATUSES, type StationStatus } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { StatusIcon } from '../../ui/status/status-icon.tsx';
import { toneColor, toneOf } from '../../ui/status/status-scale.ts';
import styles from './stations.module.css';

interface StatusFilterProps {
  counts: Readonly<Record<StationStatus, number>> | undefined;
  chosen: readonly StationStatus[];
  onChange: (chosen: readonly StationStatus[]) => void;
}

/** How many stations are in each status; a click shows only those, another click all. */
export function StatusFilter({ counts, chosen, onChange }: StatusFilterProps) {
  const { t } = useTranslation(['stations', 'common']);
  const format = useFormat();
  const toggle = (status: StationStatus) =>
    onChange(chosen.includes(status) ? chosen.filter((each) => each !== status) : [...chosen, status]);
  return (
    <div className={styles.statusFilter} role="group" aria-label={t('filter.status')}>
      {STATION_STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          className={styles.statusButton}
          aria-pressed={chosen.includes(status)}
          onClick={() => toggle(status)}
        >
          <span style={{ color: toneColor(toneOf('station', status)) }}>
            <StatusIcon tone={toneOf('station', status)} />
          </span>
          <span>{t(`status.station.${status}`, { ns: 'common' })}</span>
          <b>{format.number(counts?.[status], 0)}</b>
        </button>
      ))}
    </div>
  );
}
