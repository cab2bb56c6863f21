import { deviceAddress, type DeviceRow } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import { LastData } from './last-data.tsx';
import { LabelChips } from '../labels/label-chips.tsx';
import { StatusBadge } from '../status/status-badge.tsx';
import { modelOf } from './model-of.ts';
import card from '../../ui/table/live-card.module.css';
import styles from './device-card.module.css';

interface DeviceCardProps {
  row: DeviceRow;
  /** Names the station it belongs to. */
  withStation?: boolean;
}

/** A device on a phone: what it is and how it is, power large, its place below. */
export function DeviceCard({ row, withStation = false }: DeviceCardProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const { live, station } = row;
  return (
    <div className={card.card}>
      <div className={card.head}>
        <Link className={styles.name} to={deviceAddress(row.id)}>
          {row.name ?? row.sn}
        </Link>
        <StatusBadge of="device" value={live.status} />
      </div>
      {live.power === null && live.energyToday === null ? null : (
        <div className={card.figures}>
          <span className={card.power}>{format.power(live.power)}</span>
          <span>{format.energy(live.energyToday)}</span>
        </div>
      )}
      <div className={styles.muted}>
        {t(`kind.${row.kind}`)}
        {' · '}
        {modelOf(row)}
      </div>
      {row.labels.length > 0 ? <LabelChips labels={row.labels} /> : null}
      <div className={`${card.foot} ${styles.muted}`}>
        <span>{withStation ? station?.name : null}</span>
        <LastData row={row} />
      </div>
    </div>
  );
}
