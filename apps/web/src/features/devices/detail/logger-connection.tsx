import type { DeviceConnection, DeviceDetail } from '@sunfleet/contract';
import { Descriptions } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useMayAddDevice } from '../../../parts/devices/add-device.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { AllowedNetworks } from './allowed-networks.tsx';

/** The connection of a V5 logger, and why it is not trusted. */
export function LoggerConnection({ logger }: { logger: DeviceDetail }) {
  const enabled = logger.kind === 'logger' && logger.station !== null;
  const read = useCall('getDeviceConnection', { params: { id: logger.id } }, { enabled, refetchMs: 60_000 });
  if (!enabled || !read.data || !logger.station) return null;
  return <Connection id={logger.id} station={logger.station} link={read.data} />;
}

interface ConnectionProps {
  id: number;
  station: NonNullable<DeviceDetail['station']>;
  link: DeviceConnection;
}

function Connection({ id, station, link }: ConnectionProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const mayDecide = useMayAddDevice(station.id);
  const { health } = link;
  const at = (time: number) => format.dateTime(time, station.timeZone);
  const rows = [
    [t('link.state'), link.open ? t('link.open') : t('link.closed')],
    [t('link.network'), link.network ?? UNKNOWN],
    [t('link.trusted'), link.trustedNetwork ?? UNKNOWN],
    ...(health
      ? [
          [
            t('link.reconnects'),
            t('link.since', { n: format.number(health.reconnects, 0), at: at(health.since) }),
          ],
          [t('link.refused'), t('link.since', { n: format.number(health.refused, 0), at: at(health.since) })],
          [
            t('link.lastError'),
            health.lastError
              ? `${t(`link.error.${health.lastError.word}`)} (${at(health.lastError.at)})`
              : t('link.noError'),
          ],
        ]
      : []),
  ];
  const items = rows.map(([label, value]) => ({ key: label, label, children: value }));
  return (
    <Card title={t('link.title')}>
      <Descriptions column={1} size="small" items={items} />
      {link.doubt === null ? (
        <p>{t('link.believed')}</p>
      ) : (
        <Doubt id={id} link={link} timeZone={station.timeZone} mayDecide={mayDecide} />
      )}
      {mayDecide ? <AllowedNetworks id={id} allowed={link.allowedNetworks} /> : null}
    </Card>
  );
}

interface DoubtProps {
  id: number;
  link: DeviceConnection;
  timeZone: string;
  mayDecide: boolean;
}

function Doubt({ id, link, timeZone, mayDecide }: DoubtProps) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const trust = useAction('trustDeviceConnection', { invalidates: ['getDeviceConnection', 'listAlarms'] });
  const { doubt, network, open, stableAt } = link;
  if (doubt === null) return null;
  return (
    <>
      <p role="status">
        {t(`link.doubt.${doubt}`)} {t('link.until', { time: format.dateTime(stableAt, timeZone) })}
      </p>
      {mayDecide && open && network !== null ? (
        <Button
          kind="primary"
          busy={trust.isPending}
          onClick={() => trust.mutate({ params: { id }, body: { network } })}
        >
          {t('link.confirm')}
        </Button>
      ) : null}
    </>
  );
}
