import { ADDRESSES } from '@sunfleet/contract';
import { Navigate, Outlet, useLocation } from 'react-router';
import { loginAddress } from '../lib/session/come-back.ts';
import { useSession } from '../lib/session/session-context.tsx';

/**
 * Pages behind the login. A deep link is followed after signing in; a password that somebody else gave is changed first. Where another tab has signed
 * in as somebody else, pages begin anew, because what they show and hold is of the one before.
 */
export function RequireSession() {
  const session = useSession();
  const { pathname, search } = useLocation();
  const from = pathname + search;
  if (!session) return <Navigate to={loginAddress(from)} replace />;
  if (!session.account.mustChangePassword) return <Outlet key={session.account.id ?? 'visitor'} />;
  return <Navigate to={`${ADDRESSES.changePassword}?from=${encodeURIComponent(from)}`} replace />;
}
