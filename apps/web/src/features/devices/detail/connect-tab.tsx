import type { DeviceDetail } from '@sunfleet/contract';
import { Card } from '../../../ui/page/card.tsx';
import { ConnectPanel } from '../../../parts/devices/connect/connect-panel.tsx';

/** How the device sends to this server, for those who may add devices; without its secret, which was shown once. */
export function ConnectTab({ device }: { device: DeviceDetail }) {
  return (
    <Card>
      <ConnectPanel device={device} />
    </Card>
  );
}
