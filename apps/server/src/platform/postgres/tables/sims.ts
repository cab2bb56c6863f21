import type { SimAction, SimAlert, SimStatus } from '@sunfleet/contract';
import type { Generated } from 'kysely';
import type { Created } from './columns.ts';

export interface SimCardsTable {
  id: Generated<number>;
  organisationId: number;
  iccid: string;
  msisdn: string | null;
  operator: string | null;
  plan: string | null;
  status: Generated<SimStatus>;
  usedMb: number | null;
  volumeMb: number | null;
  usedAt: Date | null;
  /** `YYYY-MM-DD`. */
  cycleEnd: string | null;
  expiresOn: string | null;
  autoRenew: Generated<boolean>;
  imei: string | null;
  imeiBefore: string | null;
  remark: string | null;
  deviceId: number | null;
  renewalAskedAt: Date | null;
  askedAt: Date | null;
  failure: string | null;
  revision: Generated<number>;
  createdAt: Created;
}

interface SimToldTable {
  simId: number;
  alert: SimAlert;
  /** The cycle or the end that it was told for. */
  term: string;
  toldAt: Date;
}

interface SimRequestsTable {
  id: Generated<number>;
  simId: number;
  /** Who ordered it, by whose right it is done. */
  userId: number | null;
  action: SimAction;
  key: Generated<string>;
  state: Generated<'queued' | 'done' | 'failed'>;
  tries: Generated<number>;
  dueAt: Date;
  askedAt: Date;
  reason: string | null;
}

export interface SimsTables {
  simCards: SimCardsTable;
  simTold: SimToldTable;
  simRequests: SimRequestsTable;
}
