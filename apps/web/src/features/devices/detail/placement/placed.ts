import type { DeviceDetail } from '@sunfleet/contract';

/** What a device got when its place changed; its secret is shown once where there is one. */
export interface Placed {
  device: DeviceDetail;
  secret: string;
}

export interface PlacementDialogProps {
  device: DeviceDetail;
  onDone: (placed: Placed) => void;
  onClose: () => void;
}
