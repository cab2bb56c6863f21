import type { DeviceDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { OwnAlarms } from '../../../parts/alarms/own-alarms.tsx';
import { Permitted } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';

/** Alarms of the device. */
export function AlarmsTab({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const empty = <EmptyState title={t('alarms.emptyTitle')} hint={t('alarms.emptyHint')} />;
  return (
    <Permitted permission="alarms.view">
      <OwnAlarms of="device" id={device.id} label={t('tab.alarms')} empty={empty} />
    </Permitted>
  );
}
