import { lazy } from 'react';
import { AccountPage } from '../../features/accounts/settings/account-page.tsx';

const Cancellation = lazy(() =>
  import('../../features/cancellation/cancellation-tab.tsx').then((file) => ({
    default: file.CancellationTab,
  })),
);

/** One's own account, with the way to cancel it. */
export const Account = () => <AccountPage Cancellation={Cancellation} />;
