import type { RunKind, RunStep, StepFailure } from '@sunfleet/contract';
import type { Transaction } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { DeviceRequest, RequestReply } from '../../platform/links/device-links.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** One device of a run, as the script of its kind works on it. */
export interface RunWork {
  runId: number;
  deviceId: number;
  /** Where the device was when somebody chose it for the run; null: in no station, or not known. */
  stationId: number | null;
  /** Whoever started the run, as that one may act now. */
  actor: Actor;
  definition: unknown;
  dryRun: boolean;
  reason: string;
  /** What was kept of this attempt before, by a server that is gone: it is not done again. */
  steps: readonly RunStep[];
  /** Nothing is sent after it, epoch milliseconds; null: never over. */
  expiresAt: number | null;
  /** Aborted when the server stops; the script then rejects as soon as it can, and another server goes on. */
  signal: AbortSignal;
  /**
   * Asks the device. `key` names the request within this attempt: a server that goes on after this one asks with the same key, sends nothing, and
   * hears what became of it. So a script asks in the same order for the same.
   */
  request(key: string, request: DeviceRequest, timeoutMs?: number): Promise<RequestReply>;
  /** Waits between two steps, while others have the turn. Rejects where another server has the device by now. */
  pause(ms: number): Promise<void>;
  /** Keeps what became of a step, with what `also` writes, in one transaction. */
  keep(step: RunStep, also?: (trx: Transaction<Tables>) => Promise<void>): Promise<void>;
}

/** How a device of a run ended, or when it may go on. */
export type RunOutcome =
  | { state: 'done' }
  | { state: 'failed' | 'unknown' | 'expired'; failure: StepFailure; detail?: string | null }
  | {
      state: 'waiting';
      notBefore: number;
      /** How often the device was waited for by now, because it was not there; left out: as often as before. */
      absences?: number;
    };

/** Does what a run of a kind says to one device. It bears being begun again after a server that was killed. */
export type RunScript = (work: RunWork) => Promise<RunOutcome>;

/** The scripts of all kinds. */
export type RunScripts = Readonly<Record<RunKind, RunScript>>;
