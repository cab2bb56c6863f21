import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryFrame } from '../../features/accounts/entry/entry-frame.tsx';
import { LoginView } from '../../features/accounts/login/login-view.tsx';
import { useSession } from '../../lib/session/session-context.tsx';
import { SkeletonBlock } from '../../ui/page/skeleton.tsx';
import { type PageProps, Providers } from '../providers.tsx';
import { currentAddress, onAddress, searchOf } from './address.ts';

/** The login without the product around it, so that it is there long before the product is. */
export function EntryApp(props: PageProps) {
  return (
    <Providers {...props}>
      <Entry />
    </Providers>
  );
}

function Entry() {
  const { t } = useTranslation('accounts');
  const session = useSession();
  const address = useSyncExternalStore(onAddress, currentAddress);
  if (!session) return <LoginView search={searchOf(address)} Link={PlainLink} />;
  return (
    <EntryFrame title={t('login.title')}>
      <SkeletonBlock lines={6} />
    </EntryFrame>
  );
}

const PlainLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <a href={`#${to}`}>{children}</a>
);
