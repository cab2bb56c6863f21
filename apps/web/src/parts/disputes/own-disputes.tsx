import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { Card } from '../../ui/page/card.tsx';
import { DisputeState } from './dispute-state.tsx';
import styles from './disputes.module.css';

/** What became of one's own claims; nothing where there are none. */
export function OwnDisputes() {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  const enabled = useMay('devices.create');
  const own = useCall('listOwnDisputes', { query: { pageSize: 10 } }, { enabled });
  const rows = enabled ? (own.data?.rows ?? []) : [];
  if (rows.length === 0) return null;
  return (
    <Card title={t('own.title')}>
      <ul className={styles.list}>
        {rows.map(({ id, sn, station, state, createdAt }) => (
          <li key={id}>
            <strong>{sn}</strong> {station ? `${station.name} · ` : ''}
            {t('own.sent', { time: format.dateTime(createdAt) })} · <DisputeState state={state} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
