import { deviceAddress, type DeviceDetail } from '@sunfleet/contract';
import { Descriptions } from 'antd';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { type Format, useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/page/card.tsx';
import styles from './detail.module.css';
import { SecretCard } from './secret-card.tsx';

type Row = readonly [label: string, value: ReactNode];

/** What is known of the device: its identity, what stands behind it, and what it tells of itself. */
export function AboutTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const attributes = Object.entries(device.attributes).toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <div className={styles.about}>
      <Card title={t('about.identity')}>
        <Rows rows={[...identityOf(t, device), ...lifeOf(t, format, device)]} />
      </Card>
      {device.station ? <SecretCard device={device} station={device.station} /> : null}
      {device.children.length > 0 ? (
        <Card title={t('about.children')}>
          <Children children={device.children} />
        </Card>
      ) : null}
      {attributes.length > 0 ? (
        <Card title={t('about.attributes')}>
          <Rows rows={attributes} />
        </Card>
      ) : null}
    </div>
  );
}

function Rows({ rows }: { rows: readonly Row[] }) {
  const items = rows.map(([label, value]) => ({ key: label, label, children: value }));
  return <Descriptions column={1} size="small" items={items} />;
}

function Children({ children }: { children: DeviceDetail['children'] }) {
  const { t } = useTranslation('devices');
  return (
    <ul className={styles.children}>
      {children.map(({ id, sn, kind }) => (
        <li key={id}>
          <Link to={deviceAddress(id)}>{sn}</Link> {t(`kind.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

function identityOf(t: TFunction<'devices'>, device: DeviceDetail): Row[] {
  const { parent } = device;
  return [
    [t('column.sn'), device.sn],
    [t('column.kind'), t(`kind.${device.kind}`)],
    ...(device.meterRole ? [[t('about.meterRole'), t(`meterRole.${device.meterRole}`)] as const] : []),
    [t('about.manufacturer'), device.manufacturer ?? UNKNOWN],
    [t('column.model'), device.model ?? UNKNOWN],
    [t('column.firmware'), device.firmware ?? UNKNOWN],
    [t('about.profile'), device.profileId ?? UNKNOWN],
    [t('column.parent'), parent ? <Link to={deviceAddress(parent.id)}>{parent.sn}</Link> : UNKNOWN],
  ];
}

function lifeOf(t: TFunction<'devices'>, format: Format, device: DeviceDetail): Row[] {
  const zone = device.station?.timeZone;
  const interval = device.uploadIntervalSeconds;
  const { connection } = device.live;
  return [
    [t('about.ratedPower'), format.power(device.ratedPower)],
    [t('column.connection'), connection ? t(`connection.${connection}`) : UNKNOWN],
    [t('about.interval'), format.duration(interval === null ? null : interval * 1000)],
    [t('about.firstSeen'), format.dateTime(device.firstSeenAt, zone)],
    [t('about.createdAt'), format.dateTime(device.createdAt, zone)],
  ];
}
