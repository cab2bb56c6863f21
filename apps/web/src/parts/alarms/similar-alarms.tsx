import type { Alarm } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './alarm.module.css';

/** The newest other alarms of the same code, those of this device before others. */
const MOST = 5;

/** How such an alarm went before: where, how long, and what people did. */
export function SimilarAlarms({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const query = {
    code: alarm.code,
    state: 'all',
    shielded: 'all',
    sort: 'beganAt',
    pageSize: 20,
  } as const;
  const found = useCall('listAlarms', { query });
  // Where many devices have it, the newest are of others.
  const ofDevice = useCall(
    'listAlarms',
    { query: { ...query, deviceId: alarm.device?.id ?? 0 } },
    { enabled: alarm.device !== null },
  );
  const both = [...(ofDevice.data?.rows ?? []), ...(found.data?.rows ?? [])];
  const rows = [...new Map(both.map((row) => [row.id, row])).values()]
    .filter(({ id, textKey }) => id !== alarm.id && textKey === alarm.textKey)
    .toSorted((a, b) => Number(isOf(b, alarm)) - Number(isOf(a, alarm)))
    .slice(0, MOST);
  if (rows.length === 0) return null;
  return (
    <section>
      <h2 className={styles.heading}>{t('similar.title')}</h2>
      <ul className={styles.steps}>
        {rows.map((row) => (
          <li key={row.id}>
            <div className={styles.stepHead}>
              <span>
                {isOf(row, alarm)
                  ? t('similar.sameDevice')
                  : [row.station?.name, row.device?.sn].filter(Boolean).join(' · ')}
              </span>
              <time className={styles.muted}>{format.dateTime(row.beganAt, row.station?.timeZone)}</time>
            </div>
            <p className={styles.muted}>
              {[
                row.recoveredAt === null ? t('active') : format.duration(row.recoveredAt - row.beganAt),
                row.loss === null ? '' : format.energy(row.loss.energy / 1000),
                t(row.shield ? 'shield.quiet' : `handling.${row.handling}`),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

const isOf = (one: Alarm, other: Alarm) => one.device !== null && one.device.id === other.device?.id;
