import type { DeviceDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../lib/session/session-context.tsx';
import { OwnAlarms } from '../../../parts/alarms/own-alarms.tsx';
import { Permitted } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { FaultRecording } from './fault-recording.tsx';

/** Alarms of the device, and what it recorded around the last of its faults. */
export function AlarmsTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const empty = <EmptyState title={t('alarms.emptyTitle')} hint={t('alarms.emptyHint')} />;
  const mayRead = useMay('parameters.read');
  return (
    <Permitted permission="alarms.view">
      <OwnAlarms of="device" id={device.id} label={t('tab.alarms')} empty={empty} />
      {mayRead && device.kind !== 'logger' ? <FaultRecording device={device} /> : null}
    </Permitted>
  );
}
