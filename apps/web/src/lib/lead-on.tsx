import { useEffect } from 'react';
import { type Location, useLocation, useNavigation } from 'react-router';
import { useRouter } from './router-context.ts';

/**
 * Leads on to another page in the place of this one. Somebody who has already left is not called back: the router knows that before the
 * page is drawn again, which on a slow machine comes later than the answer that leads on.
 */
export function LeadOn({ to }: { to: string }): null {
  const router = useRouter();
  const here = useLocation();
  const drawn = useNavigation().state;
  useEffect(() => {
    const { location, navigation } = router.state;
    if (isSame(location, here) && navigation.state === 'idle') void router.navigate(to, { replace: true });
  }, [router, to, here, drawn]);
  return null;
}

/** The key alone does not tell them apart: the first page and every address that was typed have the same one. */
function isSame(one: Location, other: Location): boolean {
  return one.key === other.key && one.pathname === other.pathname && one.search === other.search;
}
