import type { DeviceDirectory, Ingest } from '../../platform/ingest.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Commands } from './commands.ts';
import type { Counters } from './counters.ts';
import type { TakeUplink } from './uplink.ts';

/** What embedded and external broker share. */
export interface MqttParts {
  platform: Platform;
  directory: DeviceDirectory;
  ingest: Ingest;
  counters: Counters;
  commands: Commands;
  take: TakeUplink;
}
