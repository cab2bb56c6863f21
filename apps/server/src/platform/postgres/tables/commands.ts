import type { CommandLimit, CommandState } from '@sunfleet/contract';
import type { Generated } from 'kysely';

export type CommandRulesTable = {
  /** Null: the platform. */
  organisationId: number | null;
  stoppedAt: Date | null;
  stoppedBy: number | null;
  stopReason: string | null;
  stoppedByPlatform: Generated<boolean>;
} & Record<CommandLimit, number | null>;

export interface CommandsTable {
  id: Generated<number>;
  at: Date;
  /** Null: the server itself. */
  userId: number | null;
  /** Of the device, when it was asked. */
  organisationId: number | null;
  stationId: number | null;
  deviceId: number;
  writes: boolean;
  /** Of one caller, there is one command of a key. */
  key: string | null;
  /** JSON as text. Null: from before commands were kept; it only counts. */
  request: string | null;
  state: Generated<CommandState>;
  /** Grows with each change of the state. */
  changeNo: Generated<number>;
  /** Until then it may leave, and an answer is waited for. By the clock of the database. */
  deadline: Date | null;
  sentAt: Date | null;
  endedAt: Date | null;
  /** JSON as text: what the device answered, or why it did not. */
  reply: string | null;
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
  /** When those who could approve it were written to. */
  toldAt: Generated<Date | null>;
}

export interface CommandsTables {
  commandRules: CommandRulesTable;
  commands: CommandsTable;
  proposals: ProposalsTable;
}
