import { Outlet, useLocation } from 'react-router';
import { useRootFont } from '../lib/root-font.ts';

/** Around every page. */
export function Root() {
  useRootFont(useLocation().pathname);
  return <Outlet />;
}
