import type { DeviceDetail, DiscoveredDevice } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useMayAddDevice } from '../../../parts/devices/add-device.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from './detail.module.css';

/** What a logger names and nobody accepted yet, for those who may add devices to its station. */
export function DiscoveredDevices({ logger }: { logger: DeviceDetail }) {
  return logger.kind === 'logger' && logger.station ? (
    <OfLogger id={logger.id} station={logger.station} />
  ) : null;
}

interface OfLoggerProps {
  id: number;
  station: NonNullable<DeviceDetail['station']>;
}

function OfLogger({ id, station }: OfLoggerProps) {
  const { t } = useTranslation('devices');
  const enabled = useMayAddDevice(station.id);
  const found = useCall('listDiscoveredDevices', { params: { id } }, { enabled, refetchMs: 60_000 });
  const decline = useAction('declineDiscoveredDevices', { invalidates: ['listDiscoveredDevices'] });
  const rows = enabled ? (found.data ?? []) : [];
  const waiting = rows.filter(({ declined }) => !declined).length;
  if (rows.length === 0) return null;
  return (
    <Card title={t('discovered.title')}>
      <p>{t('discovered.hint')}</p>
      {waiting > 1 ? (
        <Button kind="quiet" busy={decline.isPending} onClick={() => decline.mutate({ params: { id } })}>
          {t('discovered.declineAll')}
        </Button>
      ) : null}
      <ul className={styles.discovered}>
        {rows.map((row) => (
          <Discovered key={row.sn} loggerId={id} row={row} timeZone={station.timeZone} />
        ))}
      </ul>
    </Card>
  );
}

interface DiscoveredProps {
  loggerId: number;
  row: DiscoveredDevice;
  timeZone: string;
}

function Discovered({ loggerId, row, timeZone }: DiscoveredProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const invalidates = ['listDiscoveredDevices', 'getDevice', 'listDevices', 'getStation'] as const;
  const accept = useAction('acceptDiscoveredDevice', { invalidates });
  const decline = useAction('declineDiscoveredDevice', { invalidates: ['listDiscoveredDevices'] });
  const busy = accept.isPending || decline.isPending;
  const { sn, kind, manufacturer, model, declined, lastSeenAt } = row;
  const input = { params: { id: loggerId }, body: { sn } };
  const what = [t(`kind.${kind}`), manufacturer, model].filter(Boolean).join(' · ');
  return (
    <li>
      <span>
        <strong>{sn}</strong> {what}
        {' · '}
        {declined
          ? t('discovered.declined')
          : t('discovered.seen', { time: format.dateTime(lastSeenAt, timeZone) })}
      </span>
      <span className={styles.decide}>
        <Button
          disabled={busy}
          aria-label={`${t('discovered.accept')}: ${sn}`}
          onClick={() => accept.mutate(input)}
        >
          {t('discovered.accept')}
        </Button>
        {declined ? null : (
          <Button
            kind="quiet"
            disabled={busy}
            aria-label={`${t('discovered.decline')}: ${sn}`}
            onClick={() => decline.mutate(input)}
          >
            {t('discovered.decline')}
          </Button>
        )}
      </span>
    </li>
  );
}
