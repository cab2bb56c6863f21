import type { Alarm, DeviceLive, StationLive } from '@sunfleet/contract';
import type { SampleBlock } from './ingest.ts';

/**
 * Everything announced on the bus of one server. `deviceChanged`, `stationChanged`, `measurementsRemoved`, `pointsChanged`, `alarmsChanged`, `alarmRulesChanged`, `accessChanged`, `recordingsChanged`,
 * `ownProfileChanged` and `textsChanged` come from all servers: they are announced by `announceChange` in the transaction that makes the change.
 */
export interface Topics {
  /** Samples that are durable now. The block is read-only and valid during the call. */
  stored: SampleBlock;
  /** A device showed a sign of life (connection, heartbeat), with what it said of itself. */
  deviceSeen: DeviceSighting;
  /** The last connection of a device to this server ended, and it has a newer one at another server. It is not gone. */
  deviceMoved: { deviceId: number };
  deviceState: DeviceLive;
  stationState: StationLive;
  alarm: Alarm;
  /** A device was registered, bound, or its fields changed: caches of it are stale. */
  deviceChanged: { deviceId: number };
  stationChanged: { stationId: number };
  /** Stored values of a device are gone. */
  measurementsRemoved: { deviceId: number };
  /** After it, on each server: table `latest` no longer holds what is gone of these devices. */
  latestMended: { deviceIds: readonly number[] };
  /** From now on this server decides over these devices, which another one did until now. */
  devicesTaken: { deviceIds: readonly number[] };
  /**
   * Somebody may do more or less than before: sessions, roles, grants or organisations changed. Open pages and streams check again: those of this
   * person, or (null) of everybody.
   */
  accessChanged: { userId: number | null };
  /** A device brought custom points that it had not brought before. */
  pointsChanged: { deviceId: number };
  /** People handled alarms of a device that stand, or keep them quiet. */
  alarmsChanged: { deviceId: number };
  /** Rules for alarms were made, changed or removed. */
  alarmRulesChanged: Record<string, never>;
  /** The installation shows other texts than before. */
  textsChanged: Record<string, never>;
  /** A profile of an organisation was changed: devices that name it are read by what it says now. */
  ownProfileChanged: { id: number };
  /** An organisation said what a key outside the catalogue is recorded as. */
  recordingsChanged: { organisationId: number };
}

export interface DeviceSighting {
  deviceId: number;
  /** Epoch milliseconds. */
  at: number;
  connection: 'mqtt' | 'v5' | 'http' | 'influx' | 'import';
  /** Whether the connection stands (true), or was closed or declared lost (false). */
  online: boolean;
  /** Percent. */
  signal?: number;
}
