import type { AlarmLevel, Communication, DeviceStatus, StationStatus } from '@sunfleet/contract';
import type { StatusTone } from '../../ui/status/status-tone.ts';

/** What a status is a status of, and its values. */
export interface StatusKinds {
  station: StationStatus;
  device: DeviceStatus;
  communication: Communication;
  alarm: AlarmLevel;
}

const TONES: { readonly [K in keyof StatusKinds]: Readonly<Record<StatusKinds[K], StatusTone>> } = {
  station: {
    connecting: 'connecting',
    offline: 'offline',
    partlyOffline: 'offline',
    emergency: 'emergency',
    alarm: 'general',
    standby: 'standby',
    normal: 'normal',
  },
  device: {
    connecting: 'connecting',
    offline: 'offline',
    backFilling: 'connecting',
    abnormal: 'general',
    normal: 'normal',
    standby: 'standby',
    online: 'normal',
  },
  communication: {
    never: 'connecting',
    online: 'normal',
    partly: 'offline',
    offlineNormal: 'standby',
    offline: 'offline',
  },
  alarm: { tip: 'tip', general: 'general', emergency: 'emergency' },
};

export const toneOf = <K extends keyof StatusKinds>(kind: K, value: StatusKinds[K]): StatusTone =>
  TONES[kind][value];
