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

export interface ProposalsTable {
  id: Generated<number>;
  route: string;
  /** JSON as text. */
  input: string;
  digest: string;
  proposedBy: number;
  proposedAt: Date;
  expiresAt: Date;
  state: Generated<'open' | 'approved' | 'failed' | 'declined'>;
  decidedBy: number | null;
  decidedAt: Date | null;
}

export interface CommandsTables {
  commandRules: CommandRulesTable;
  deviceRequests: DeviceRequestsTable;
  proposals: ProposalsTable;
}
