import { stationAddress, type StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFaultText } from '../../../parts/alarms/use-fault-text.ts';
import { Age } from '../../../ui/figure/age.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { StatusBadge } from '../../../parts/status/status-badge.tsx';
import styles from './detail.module.css';

/** The worst open alarms with what to do; the rest is one click away. */
export function OpenAlarms({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const textOf = useFaultText();
  const alarms = useCall(
    'listAlarms',
    { query: { stationId: station.id, pageSize: 5 } },
    { refetchMs: 30_000 },
  );
  return (
    <Card
      title={t('alarm.open')}
      extra={<Link to={stationAddress(station.id, 'alarm')}>{t('alarm.all')}</Link>}
    >
      <Loaded loading={alarms}>
        <ul className={styles.openAlarms}>
          {alarms.data?.rows.map((alarm) => {
            const text = textOf(alarm.textKey, alarm.code);
            return (
              <li key={alarm.id}>
                <StatusBadge of="alarm" value={alarm.level} />
                <div>
                  <strong>{text.name}</strong> <span className={styles.muted}>{alarm.device?.sn}</span>{' '}
                  <span className={styles.muted}>
                    <Age time={alarm.beganAt} zone={station.timeZone} />
                  </span>
                  <p>{text.advice}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </Loaded>
    </Card>
  );
}
