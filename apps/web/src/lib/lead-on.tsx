import { useEffect } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useRouter } from './router-context.ts';

/**
 * Leads on to another page in the place of this one. Somebody who has already left is not called back: the router knows that before the
 * page is drawn again, which on a slow machine comes later than the answer that leads on.
 */
export function LeadOn({ to }: { to: string }): null {
  const router = useRouter();
  const { key } = useLocation();
  const drawn = useNavigation().state;
  useEffect(() => {
    const { location, navigation } = router.state;
    if (location.key === key && navigation.state === 'idle') void router.navigate(to, { replace: true });
  }, [router, to, key, drawn]);
  return null;
}
