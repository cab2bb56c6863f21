import { type AlarmShield, stationAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useFaultText } from '../../../parts/alarms/use-fault-text.ts';
import { StatusBadge } from '../../../parts/status/status-badge.tsx';
import { ShieldActions } from './shield-actions.tsx';
import { endText, objectText } from './shield-columns.tsx';
import styles from './shield-card.module.css';

/** A shield on a phone. */
export function ShieldCard({ shield }: { shield: AlarmShield }) {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const { name } = useFaultText()(shield.textKey, shield.code);
  const isMaintenance = shield.kind === 'maintenance';
  return (
    <div className={styles.card}>
      <div className={styles.head}>
        <strong>{isMaintenance ? t('shields.maintenance.name') : name}</strong>
        {isMaintenance ? null : <StatusBadge of="alarm" value={shield.level} />}
      </div>
      <div>
        {shield.station ? (
          <Link to={stationAddress(shield.station.id)}>{shield.station.name}</Link>
        ) : (
          t('shields.ofLabel', { name: shield.label?.name ?? '' })
        )}
        {' · '}
        {objectText(shield, t)}
      </div>
      <div>{shield.reason}</div>
      <div className={styles.muted}>
        {endText(shield, { t, format })}
        {shield.created.by ? ` · ${shield.created.by}` : ''}
      </div>
      <ShieldActions shield={shield} />
    </div>
  );
}
