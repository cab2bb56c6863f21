import type { DeviceDetail } from '@sunfleet/contract';

/** What must be known of a device to say how it sends to this server. */
export type ConnectedDevice = Pick<DeviceDetail, 'id' | 'sn' | 'kind' | 'parent'>;
