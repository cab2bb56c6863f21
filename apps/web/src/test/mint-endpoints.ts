import type { DeviceEndpoints } from '@sunfleet/contract';

/** Where devices connect to a server that people open at `https://pv.example.com`. */
export function mintEndpoints(changes: Partial<DeviceEndpoints> = {}): DeviceEndpoints {
  return {
    organisation: 'north',
    url: 'https://pv.example.com',
    mqtt: { host: 'pv.example.com', port: 1883, tls: false },
    v5: { host: 'pv.example.com', port: 10_000, tls: false },
    onlyHere: false,
    ...changes,
  };
}
