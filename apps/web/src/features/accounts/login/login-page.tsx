import { Link, Navigate, useSearchParams } from 'react-router';
import { comeBack } from '../../../lib/session/come-back.ts';
import { useSession } from '../../../lib/session/session-context.tsx';
import { LoginView } from './login-view.tsx';

/** The login within the product, as after a sign-out. Goes on to the page that was asked for. */
export function LoginPage() {
  const [search] = useSearchParams();
  const session = useSession();
  if (session) return <Navigate to={comeBack(search.get('from'))} replace />;
  return <LoginView search={search} Link={Link} />;
}
