import { deviceAddress, type DeviceDetail, productAddress, simAddress } from '@sunfleet/contract';
import { Descriptions } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { type Format, useFormat } from '../../../lib/format/use-format.ts';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { useMay, usePersonal } from '../../../lib/session/session-context.tsx';
import { type Newer, NewerFirmware, useNewerFirmware } from '../../../parts/firmware/newer-firmware.tsx';
import { useMayAtStation } from '../../../parts/devices/add-device.tsx';
import { signedEnergy } from '../../../parts/stations/corrected-mark.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from './detail.module.css';
import { DocumentsCard } from './documents-card.tsx';
import { PlaceCard } from './placement/place-card.tsx';
import { SecretCard } from './secret-card.tsx';

const EditDevice = lazyPart(() => import('./edit-device.tsx').then((part) => part.EditDevice));

type Row = readonly [label: string, value: ReactNode];

/** What is known of the device: its identity, what stands behind it, and what it tells of itself. */
export function AboutTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const sim = useSim(device.id);
  const newer = useNewerFirmware([device.id]).get(device.id);
  const personal = usePersonal();
  const seesLibrary = useMay('operations.view') && !personal;
  const attributes = Object.entries(device.attributes).toSorted(([a], [b]) => a.localeCompare(b));
  return (
    <div className={styles.about}>
      <Card title={t('about.identity')} extra={<EditButton device={device} />}>
        <Rows
          rows={[...identityOf(t, device, { seesLibrary, newer }), ...lifeOf(t, format, device), ...sim]}
        />
      </Card>
      {device.station ? <PlaceCard device={device} station={device.station} /> : null}
      <SecretCard device={device} />
      {device.station ? <DocumentsCard device={device} stationId={device.station.id} /> : null}
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

/** The SIM card that it holds, for who may see these. */
function useSim(deviceId: number): Row[] {
  const { t } = useTranslation('devices');
  const may = useMay('sims.view');
  const { data } = useCall('listSims', { query: { deviceId, pageSize: 1 } }, { enabled: may });
  const [sim] = data?.rows ?? [];
  if (!sim) return [];
  const link = <Link to={simAddress(sim.id)}>{sim.iccid}</Link>;
  return [[t('about.sim'), link]];
}

/** Opens the fields of the device for who may change them at its station. */
function EditButton({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const [open, setOpen] = useState(false);
  if (!useMayAtStation(device.station?.id ?? 0, 'devices.edit')) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('edit.action')}</Button>
      <Suspense fallback={null}>
        {open ? <EditDevice device={device} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
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

/** The product that it is; its page is for who sees the library. */
function productRow(t: TFunction<'devices'>, { product }: DeviceDetail, seesLibrary: boolean): Row[] {
  if (!product) return [];
  const name = seesLibrary ? <Link to={productAddress(product.id)}>{product.name}</Link> : product.name;
  return [[t('column.product'), name]];
}

interface Seen {
  seesLibrary: boolean;
  newer: Newer | undefined;
}

function identityOf(t: TFunction<'devices'>, device: DeviceDetail, { seesLibrary, newer }: Seen): Row[] {
  const { parent } = device;
  return [
    [t('column.sn'), device.sn],
    [t('column.kind'), t(`kind.${device.kind}`)],
    ...(device.meterRole ? [[t('about.meterRole'), t(`meterRole.${device.meterRole}`)] as const] : []),
    [t('about.manufacturer'), device.manufacturer ?? UNKNOWN],
    [t('column.model'), device.model ?? UNKNOWN],
    [
      t('column.firmware'),
      <>
        {device.firmware ?? UNKNOWN}
        <NewerFirmware newer={newer} />
      </>,
    ],
    ...productRow(t, device, seesLibrary),
    [t('about.profile'), device.profileId ?? UNKNOWN],
    ...(device.modbusAddress === null ? [] : [[t('about.modbusAddress'), device.modbusAddress] as const]),
    [t('column.parent'), parent ? <Link to={deviceAddress(parent.id)}>{parent.sn}</Link> : UNKNOWN],
  ];
}

/** What people wrote down; what nobody did is not shown. */
function dayRows(t: TFunction<'devices'>, format: Format, device: DeviceDetail): Row[] {
  const days = (['productionDate', 'soldOn', 'firstPowerOn', 'warrantyEnd'] as const).flatMap((name) => {
    const day = device[name];
    if (day === null) return [];
    const byProduct = name === 'warrantyEnd' && device.warrantyOfProduct;
    const words = byProduct ? `${format.day(day)} (${t('about.warrantyByProduct')})` : format.day(day);
    return [[t(`about.${name}`), words] as const];
  });
  return device.remark === null ? days : [...days, [t('about.remark'), device.remark]];
}

/** What people added to its lifetime counter. */
function offsetRows(t: TFunction<'devices'>, format: Format, device: DeviceDetail): Row[] {
  const { energyOffset, energyOffsetReason } = device;
  if (energyOffset === null) return [];
  const energy = [signedEnergy(format, energyOffset), energyOffsetReason].filter(Boolean).join(', ');
  return [[t('about.energyOffset'), energy]];
}

function lifeOf(t: TFunction<'devices'>, format: Format, device: DeviceDetail): Row[] {
  const zone = device.station?.timeZone;
  const interval = device.uploadIntervalSeconds;
  const { connection } = device.live;
  return [
    [t('about.ratedPower'), format.power(device.ratedPower)],
    [t('column.connection'), connection ? t(`connection.${connection}`) : UNKNOWN],
    [t('about.interval'), format.duration(interval === null ? null : interval * 1000)],
    ...dayRows(t, format, device),
    ...offsetRows(t, format, device),
    [t('about.firstSeen'), format.dateTime(device.firstSeenAt, zone)],
    [t('about.createdAt'), format.dateTime(device.createdAt, zone)],
  ];
}
