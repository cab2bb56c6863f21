import type { DeviceKind } from '@sunfleet/contract';

const KINDS: ReadonlySet<DeviceKind> = new Set(['inverter', 'hybrid', 'micro']);

/** Whether devices of a kind count what they produce over their life. */
export const hasLifetime = (kind: DeviceKind): boolean => KINDS.has(kind);
