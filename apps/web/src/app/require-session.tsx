import { Navigate, Outlet, useLocation } from 'react-router';
import { loginAddress } from '../lib/session/come-back.ts';
import { useSession } from '../lib/session/session-context.tsx';

/** What is behind the login; a deep link is followed after it. */
export function RequireSession() {
  const session = useSession();
  const { pathname, search } = useLocation();
  return session ? <Outlet /> : <Navigate to={loginAddress(pathname + search)} replace />;
}
