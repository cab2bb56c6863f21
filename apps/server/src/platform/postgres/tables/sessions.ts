import type { Generated } from 'kysely';
import type { Created } from './columns.ts';

export interface SessionsTable {
  id: Generated<number>;
  userId: number | null;
  tokenHash: Buffer;
  refreshHash: Buffer;
  createdAt: Created;
  expiresAt: Date;
  refreshExpiresAt: Date;
  remember: Generated<boolean>;
  address: string | null;
  userAgent: string | null;
  lastSeenAt: Date | null;
  signingKey: Buffer | null;
  provenAt: Date | null;
}

export interface TradedTokensTable {
  refreshHash: Buffer;
  sessionId: number;
  tradedAt: Date;
}

export interface SignedRequestsTable {
  sessionId: number;
  nonce: string;
  at: Date;
}

export interface SessionsTables {
  sessions: SessionsTable;
  tradedTokens: TradedTokensTable;
  signedRequests: SignedRequestsTable;
}
