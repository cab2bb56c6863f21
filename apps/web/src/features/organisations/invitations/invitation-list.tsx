import { Button } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { useRoleName } from '../../../parts/accounts/use-role-name.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { FilterRow } from '../../../ui/filter/filters.tsx';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import styles from '../organisations.module.css';
import { type Invitation, InvitationFacts, InvitationMade } from './invitation-made.tsx';
import { invitationColumns } from './invitation-columns.tsx';
import { InviteDialog } from './invite-dialog.tsx';

/** Invitations of an organisation that can still be used. */
export function InvitationList({ organisation }: { organisation: { id: number; name: string } }) {
  const { t } = useTranslation('members');
  const mayInvite = useMay('members.inviteViewers');
  const [inviting, setInviting] = useState(false);
  const invitations = useCall('listInvites', { params: { id: organisation.id } });
  if (invitations.error) return <ErrorState error={invitations.error} onRetry={invitations.refetch} />;
  return (
    <>
      <div className={styles.bar}>
        <p className={styles.muted}>{t('invitation.hint')}</p>
        {mayInvite ? (
          <Button type="primary" onClick={() => setInviting(true)}>
            {t('invite.action')}
          </Button>
        ) : null}
      </div>
      <Rows rows={invitations.data} mayWithdraw={mayInvite} />
      {inviting ? <InviteDialog organisation={organisation} onClose={() => setInviting(false)} /> : null}
    </>
  );
}

interface RowsProps {
  rows: readonly Invitation[] | undefined;
  mayWithdraw: boolean;
}

function Rows({ rows, mayWithdraw }: RowsProps) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const roleName = useRoleName();
  const [shown, setShown] = useState<Invitation>();
  const [leaving, setLeaving] = useState<Invitation>();
  const actions = useCallback(
    (row: Invitation) => (
      <FilterRow>
        <Button size="small" onClick={() => setShown(row)}>
          {t('invitation.links')}
        </Button>
        {mayWithdraw ? (
          <Button size="small" onClick={() => setLeaving(row)}>
            {t('invitation.withdraw')}
          </Button>
        ) : null}
      </FilterRow>
    ),
    [t, mayWithdraw],
  );
  const columns = useMemo(
    () => invitationColumns({ t, format, roleName, actions }),
    [t, format, roleName, actions],
  );
  return (
    <>
      <DataTable<Invitation>
        label={t('invitation.title')}
        name="invitations"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        card={(row) => (
          <div className={styles.card}>
            <span className={styles.person}>{row.email ?? row.mobile ?? row.code}</span>
            <InvitationFacts invitation={row} />
            {actions(row)}
          </div>
        )}
        empty={<EmptyState title={t('invitation.empty')} hint={t('invitation.emptyHint')} />}
      />
      {shown ? (
        <InvitationMade invitation={shown} delivery={null} onClose={() => setShown(undefined)} />
      ) : null}
      {leaving ? <Withdraw invitation={leaving} onClose={() => setLeaving(undefined)} /> : null}
    </>
  );
}

function Withdraw({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { t } = useTranslation('members');
  const withdraw = useAction('withdrawInvite', {
    invalidates: ['listInvites', 'pageMembers'],
    quiet: true,
    onDone: onClose,
  });
  const whom = invitation.email ?? invitation.mobile;
  return (
    <ActionDialog
      title={
        whom
          ? t('invitation.withdrawFrom', { whom })
          : t('invitation.withdrawCode', { code: invitation.code })
      }
      okText={t('invitation.withdraw')}
      danger
      busy={withdraw.isPending}
      error={withdraw.error}
      onOk={() => withdraw.mutate({ params: { id: invitation.id } })}
      onClose={onClose}
    >
      <p>{t('invitation.withdrawText')}</p>
    </ActionDialog>
  );
}
