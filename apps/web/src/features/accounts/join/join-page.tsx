import { ADDRESSES } from '@sunfleet/contract';
import type { OutputOf } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { useLeave } from '../../../lib/session/use-leave.ts';
import { textField, useUrlState } from '../../../lib/url-state.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState, NoPermission } from '../../../ui/page/states.tsx';
import styles from '../entry/entry.module.css';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { InviteText } from '../register/invite-text.tsx';

const FIELDS = { code: textField() };

/** An account without an organisation joins one by an invitation. */
export function JoinPage() {
  const { t } = useTranslation('accounts');
  const [{ code }] = useUrlState(FIELDS);
  const { visitor } = useAccount();
  const invite = useCall('previewInvite', { params: { code } }, { enabled: code !== '' && !visitor });
  if (visitor) return <NoPermission />;
  if (code === '')
    return (
      <EmptyState title={t('join.missing')} action={<Link to={ADDRESSES.stations}>{t('join.later')}</Link>} />
    );
  return (
    <Page title={t('join.title')} loading={invite}>
      {invite.data ? <Joining code={code} invite={invite.data} /> : null}
    </Page>
  );
}

function Joining({ code, invite }: { code: string; invite: OutputOf<'previewInvite'> }) {
  const { t } = useTranslation('accounts');
  const leave = useLeave();
  const join = useAction('joinOrganisation', {
    quiet: true,
    onDone: () => leave(`${ADDRESSES.login}?note=again`),
  });
  return (
    <Card>
      <div className={styles.text}>
        <InviteText invite={invite} />
        <p className={styles.muted}>{t('join.hint')}</p>
        <FormFailure error={join.error} />
        <div className={styles.row}>
          <Button kind="primary" busy={join.isPending} onClick={() => join.mutate({ body: { code } })}>
            {t('join.submit')}
          </Button>
          <Link to={ADDRESSES.stations}>{t('join.later')}</Link>
        </div>
      </div>
    </Card>
  );
}
