import type { DeviceDetail } from '@sunfleet/contract';
import { AuditList } from '../../../parts/audit/audit-list.tsx';
import { Permitted } from '../../../ui/page/page.tsx';

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What was done to the device, by whom, wherever it was then. */
export function LogTab({ device }: { device: DeviceDetail }) {
  return (
    <Permitted permission="audit.view">
      <AuditList deviceId={device.id} zone={device.station?.timeZone ?? OWN_ZONE} />
    </Permitted>
  );
}
