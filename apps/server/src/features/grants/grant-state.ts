import type { GrantState } from '@sunfleet/contract';
import { sql, type RawBuilder, type SqlBool } from 'kysely';

interface StoredGrant {
  state: 'pending' | 'accepted' | 'declined' | 'revoked';
  beginsAt: Date;
  endsAt: Date;
}

/** What a grant is now: what was decided, and what the clock made of it. */
export function grantState({ state, beginsAt, endsAt }: StoredGrant, now: number): GrantState {
  if (state === 'declined' || state === 'revoked') return state;
  if (endsAt.getTime() <= now) return 'expired';
  if (state === 'pending') return 'pending';
  return beginsAt.getTime() > now ? 'planned' : 'active';
}

/** Whether a grant gives something now or can come to. */
export function isOpen(state: GrantState): boolean {
  return state === 'pending' || state === 'planned' || state === 'active';
}

/** The same as a condition on a grant `g`. */
export function inState(state: GrantState, now: number): RawBuilder<SqlBool> {
  const at = new Date(now);
  switch (state) {
    case 'pending':
      return sql`g.state = 'pending' AND g.ends_at > ${at}`;
    case 'planned':
      return sql`g.state = 'accepted' AND g.ends_at > ${at} AND g.begins_at > ${at}`;
    case 'active':
      return sql`g.state = 'accepted' AND g.ends_at > ${at} AND g.begins_at <= ${at}`;
    case 'expired':
      return sql`g.state IN ('pending', 'accepted') AND g.ends_at <= ${at}`;
    default:
      return sql`g.state = ${state}`;
  }
}
