import { AccountPage } from '../../features/accounts/settings/account-page.tsx';
import { lazyPart } from '../../lib/load-chunk.ts';

const Cancellation = lazyPart(() =>
  import('../../features/cancellation/cancellation-tab.tsx').then((part) => part.CancellationTab),
);

/** One's own account, with the way to cancel it. */
export const Account = () => <AccountPage Cancellation={Cancellation} />;
