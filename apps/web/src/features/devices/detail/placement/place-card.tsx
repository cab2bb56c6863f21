import type { DeviceDetail } from '@sunfleet/contract';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../../lib/call/use-call.ts';
import { useFormat } from '../../../../lib/format/use-format.ts';
import { lazyPart } from '../../../../lib/load-chunk.ts';
import { useMayAtStation } from '../../../../parts/devices/add-device.tsx';
import { Button } from '../../../../ui/form/button.tsx';
import { Card } from '../../../../ui/page/card.tsx';
import styles from '../detail.module.css';
import type { Placed } from './placed.ts';

const MoveDialog = lazyPart(() => import('./move-dialog.tsx').then((part) => part.MoveDialog));
const ParentDialog = lazyPart(() => import('./parent-dialog.tsx').then((part) => part.ParentDialog));
const ReplaceDialog = lazyPart(() => import('./replace-dialog.tsx').then((part) => part.ReplaceDialog));
const DeviceSecret = lazyPart(() =>
  import('../../../../parts/devices/device-secret.tsx').then((part) => part.DeviceSecret),
);

interface PlaceCardProps {
  device: DeviceDetail;
  station: NonNullable<DeviceDetail['station']>;
}

type Action = 'move' | 'parent' | 'replace';

/** The place of a device: what stood there before, and for those who may, another station, logger or device in it. */
export function PlaceCard({ device, station }: PlaceCardProps) {
  const { t } = useTranslation('devices');
  const mayEdit = useMayAtStation(station.id, 'devices.edit');
  const mayAdd = useMayAtStation(station.id, 'devices.create');
  const mayRemove = useMayAtStation(station.id, 'devices.delete');
  const { data: before = [] } = useCall('listDeviceReplacements', { params: { id: device.id } });
  const [open, setOpen] = useState<Action>();
  const [placed, setPlaced] = useState<Placed>();
  const actions = [
    ...(mayRemove && mayAdd ? (['move'] as const) : []),
    ...(mayEdit && device.kind !== 'logger' ? (['parent'] as const) : []),
    ...(mayEdit && mayAdd ? (['replace'] as const) : []),
  ];
  if (actions.length === 0 && before.length === 0) return null;
  const dialog = {
    device,
    onDone: (done: Placed) => {
      setOpen(undefined);
      if (done.secret !== '') setPlaced(done);
    },
    onClose: () => setOpen(undefined),
  };
  return (
    <Card title={t('place.title')}>
      <Before before={before} zone={station.timeZone} />
      <div className={styles.actions}>
        {actions.map((action) => (
          <Button key={action} onClick={() => setOpen(action)}>
            {t(`place.${action}.action`)}
          </Button>
        ))}
      </div>
      <Suspense fallback={null}>
        {open === 'move' ? <MoveDialog {...dialog} /> : null}
        {open === 'parent' ? <ParentDialog {...dialog} station={station} /> : null}
        {open === 'replace' ? <ReplaceDialog {...dialog} /> : null}
        {placed ? <DeviceSecret {...placed} onClose={() => setPlaced(undefined)} /> : null}
      </Suspense>
    </Card>
  );
}

type Replacements = NonNullable<ReturnType<typeof useCall<'listDeviceReplacements'>>['data']>;

function Before({ before, zone }: { before: Replacements; zone: string }) {
  const { t } = useTranslation('devices');
  const format = useFormat();
  if (before.length === 0) return null;
  return (
    <ul className={styles.children}>
      {before.map(({ id, oldSn, newSn, old, at, by, reason }) => {
        const about = [old.manufacturer, old.model, old.firmware].filter(Boolean).join(' ');
        const said = [about, by, reason].filter(Boolean).join(' · ');
        return (
          <li key={id}>
            {t('place.replaced', { oldSn, newSn, time: format.dateTime(at, zone) })}
            {said ? <div>{said}</div> : null}
          </li>
        );
      })}
    </ul>
  );
}
