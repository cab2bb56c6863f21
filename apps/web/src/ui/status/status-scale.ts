import type { AlarmLevel, Communication, DeviceStatus, StationStatus } from '@sunfleet/contract';

/** The seven meanings of the status scale; each has one colour and one shape everywhere. */
export type StatusTone = 'normal' | 'standby' | 'connecting' | 'tip' | 'general' | 'emergency' | 'offline';

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

/** CSS colour of a tone, `var(--status-…)`. */
export const toneColor = (tone: StatusTone): string => `var(--status-${tone})`;
