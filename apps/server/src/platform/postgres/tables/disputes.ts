import type { DisputeProof, DisputeState } from '@sunfleet/contract';
import type { Generated } from 'kysely';

export interface DisputesTable {
  id: Generated<number>;
  sn: string;
  deviceId: number | null;
  holderStationId: number | null;
  claimantId: number;
  stationId: number;
  reason: string;
  proof: DisputeProof;
  contenderId: number | null;
  claimantNetwork: string | null;
  contenderNetwork: string | null;
  state: Generated<DisputeState>;
  answer: string | null;
  answeredAt: Date | null;
  answeredBy: number | null;
  createdAt: Date;
  decidedAt: Date | null;
}

export interface DisputesTables {
  disputes: DisputesTable;
}
