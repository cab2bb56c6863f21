import type { CommandLimit } from '@sunfleet/contract';
import type { Generated } from 'kysely';

export type CommandRulesTable = {
  /** Null: the platform. */
  organisationId: number | null;
  stoppedAt: Date | null;
  stoppedBy: number | null;
  stopReason: string | null;
  stoppedByPlatform: Generated<boolean>;
} & Record<CommandLimit, number | null>;

export interface DeviceRequestsTable {
  at: Date;
  /** Null: the server itself. */
  userId: number | null;
  /** Of the device. */
  organisationId: number | null;
  deviceId: number;
  writes: boolean;
}

export interface CommandsTables {
  commandRules: CommandRulesTable;
  deviceRequests: DeviceRequestsTable;
}
