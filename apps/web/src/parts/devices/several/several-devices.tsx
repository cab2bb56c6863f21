import type { DeviceTarget } from '@sunfleet/contract';
import { Button } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import type { DeviceAct } from './several-devices-dialog.tsx';

const SeveralDevicesDialog = lazyPart(() =>
  import('./several-devices-dialog.tsx').then((part) => part.SeveralDevicesDialog),
);

interface SeveralDevicesProps {
  target: DeviceTarget;
  /** How many devices these are. */
  count: number;
  /** What is offered, in its order. */
  acts: readonly DeviceAct[];
  /** Something was started and the person has seen how it goes. */
  onDone: () => void;
}

/** What is done to many devices as a run; offered to who may see runs. */
export function SeveralDevices({ target, count, acts, onDone }: SeveralDevicesProps) {
  const { t } = useTranslation('device-batches');
  const [act, setAct] = useState<DeviceAct>();
  const may = {
    label: useMay('labels.create'),
    move: useMay('devices.delete'),
    parameters: useMay('parameters.write'),
    product: useMay('devices.edit'),
    unbind: useMay('devices.delete'),
  };
  const sees = useMay('parameters.read');
  return (
    <>
      {acts
        .filter((one) => sees && may[one])
        .map((one) => (
          <Button key={one} danger={one === 'unbind'} onClick={() => setAct(one)}>
            {t(`several.${one}`)}
          </Button>
        ))}
      <Suspense fallback={null}>
        {act ? (
          <SeveralDevicesDialog
            act={act}
            target={target}
            count={count}
            onClose={(started) => {
              setAct(undefined);
              if (started) onDone();
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
