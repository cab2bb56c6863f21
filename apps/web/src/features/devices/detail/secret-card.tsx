import type { DeviceDetail, DeviceSecretState } from '@sunfleet/contract';
import { Descriptions } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { type Format, useFormat } from '../../../lib/format/use-format.ts';
import { useMayAddDevice } from '../../../parts/devices/add-device.tsx';
import { useMay } from '../../../lib/session/session-context.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { SecretActions } from './secret-actions.tsx';

/** The secret of a device, for those who may change it: how it stands, a new one, an end to it, which also keeps one out that belongs to no station. */
export function SecretCard({ device }: { device: DeviceDetail }) {
  const { station } = device;
  const { t } = useTranslation('devices');
  const format = useFormat();
  const mayAnywhere = useMay('devices.create');
  const mayHere = useMayAddDevice(station?.id ?? 0);
  const enabled = station ? mayHere : mayAnywhere;
  const params = { id: device.id };
  const read = useCall('getDeviceSecret', { params }, { enabled, refetchMs: 30_000 });
  if (!enabled || !read.data) return null;
  const rows = rowsOf({ t, format, zone: station?.timeZone }, read.data);
  const items = rows.map(([label, value]) => ({ key: label, label, children: value }));
  return (
    <Card title={t('secret.title')}>
      <Descriptions column={1} size="small" items={items} />
      {device.live.connection === 'v5' && device.kind === 'logger' ? <p>{t('secret.v5')}</p> : null}
      <SecretActions device={device} secret={read.data} />
    </Card>
  );
}

interface Words {
  t: TFunction<'devices'>;
  format: Format;
  zone: string | undefined;
}

function rowsOf({ t, format, zone }: Words, secret: DeviceSecretState): (readonly [string, string])[] {
  const { state, changedAt, oldUntil, delivery, handedTo, refusals, refusedAt } = secret;
  return [
    [t('secret.stateOf'), t(`secret.state.${state}`)],
    ...(changedAt === null ? [] : [[t('secret.changedAt'), format.dateTime(changedAt, zone)] as const]),
    ...(oldUntil === null ? [] : [[t('secret.oldUntil'), format.dateTime(oldUntil, zone)] as const]),
    ...(delivery === null
      ? []
      : [[t('secret.newOne'), t(`secret.delivery.${delivery}`, { network: handedTo ?? UNKNOWN })] as const]),
    ...(refusedAt === null
      ? []
      : [
          [
            t('secret.refused'),
            t('secret.refusals', { number: refusals, time: format.dateTime(refusedAt, zone) }),
          ] as const,
        ]),
  ];
}
