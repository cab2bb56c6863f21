import type { StationRow } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { Age } from '../../ui/figure/age.tsx';
import { EnergyText } from '../../parts/stations/corrected-mark.tsx';
import { FavouriteStar } from '../../parts/stations/favourite-star.tsx';
import { LabelChips } from '../../parts/labels/label-chips.tsx';
import { CoverThumb } from '../../parts/stations/files/cover-thumb.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { AlarmCounts } from './alarm-counts.tsx';
import { capacityText } from './capacity-text.ts';
import card from '../../ui/table/live-card.module.css';
import styles from './stations.module.css';

/** A station on a phone: name and status, power large, the day beside it. */
export function StationCard({ row, cover }: { row: StationRow; cover?: string | undefined }) {
  const format = useFormat();
  const { t } = useTranslation('stations');
  const { live } = row;
  return (
    <div className={card.card}>
      <div className={card.head}>
        <span className={styles.name}>
          <FavouriteStar {...row} />
          <CoverThumb picture={cover} />
          <strong>{row.name}</strong>
        </span>
        <StatusBadge of="station" value={live.status} />
      </div>
      <div className={card.figures}>
        <span className={card.power}>{format.power(live.power)}</span>
        <EnergyText kwh={live.energyToday} of="today" correction={live.correction} stationId={row.id} />
        <span className={styles.muted}>{capacityText(t, format, row.capacityKw)}</span>
      </div>
      {row.labels.length > 0 ? <LabelChips labels={row.labels} /> : null}
      <div className={card.foot}>
        <AlarmCounts alarms={live.alarms} />
        <span className={styles.muted}>
          <Age time={live.lastDataAt} zone={row.timeZone} />
        </span>
      </div>
    </div>
  );
}
