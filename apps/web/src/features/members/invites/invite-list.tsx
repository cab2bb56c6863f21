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
import { ListBar } from '../../../ui/table/list-bar.tsx';
import { RowCard } from '../../../ui/table/row-card.tsx';
import { type Invite, InviteFacts, InviteMade } from './invite-made.tsx';
import { inviteColumns } from './invite-columns.tsx';
import { InviteButton } from './invite-button.tsx';
import { InviteDialog } from './invite-dialog.tsx';

/** Invitations of an organisation that can still be used. */
export function InviteList({ organisation }: { organisation: { id: number; name: string } }) {
  const { t } = useTranslation('members');
  const mayInvite = useMay('members.inviteViewers');
  const [inviting, setInviting] = useState(false);
  const invites = useCall('listInvites', { params: { id: organisation.id } });
  if (invites.error) return <ErrorState error={invites.error} onRetry={invites.refetch} />;
  return (
    <>
      <ListBar
        hint={t('invites.hint')}
        action={mayInvite ? <InviteButton onClick={() => setInviting(true)} /> : null}
      />
      <Rows rows={invites.data} mayWithdraw={mayInvite} />
      {inviting ? <InviteDialog organisation={organisation} onClose={() => setInviting(false)} /> : null}
    </>
  );
}

interface RowsProps {
  rows: readonly Invite[] | undefined;
  mayWithdraw: boolean;
}

function Rows({ rows, mayWithdraw }: RowsProps) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const roleName = useRoleName();
  const [shown, setShown] = useState<Invite>();
  const [leaving, setLeaving] = useState<Invite>();
  const actions = useCallback(
    (row: Invite) => (
      <FilterRow>
        <Button size="small" onClick={() => setShown(row)}>
          {t('invites.links')}
        </Button>
        {mayWithdraw ? (
          <Button size="small" onClick={() => setLeaving(row)}>
            {t('invites.withdraw')}
          </Button>
        ) : null}
      </FilterRow>
    ),
    [t, mayWithdraw],
  );
  const columns = useMemo(
    () => inviteColumns({ t, format, roleName, actions }),
    [t, format, roleName, actions],
  );
  return (
    <>
      <DataTable<Invite>
        label={t('invites.title')}
        name="invites"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        card={(row) => (
          <RowCard name={row.email ?? row.mobile ?? row.code}>
            <InviteFacts invite={row} />
            {actions(row)}
          </RowCard>
        )}
        empty={<EmptyState title={t('invites.empty')} hint={t('invites.emptyHint')} />}
      />
      {shown ? <InviteMade invite={shown} delivery={null} onClose={() => setShown(undefined)} /> : null}
      {leaving ? <Withdraw invite={leaving} onClose={() => setLeaving(undefined)} /> : null}
    </>
  );
}

function Withdraw({ invite, onClose }: { invite: Invite; onClose: () => void }) {
  const { t } = useTranslation('members');
  const withdraw = useAction('withdrawInvite', {
    invalidates: ['listInvites', 'pageMembers'],
    quiet: true,
    onDone: onClose,
  });
  const whom = invite.email ?? invite.mobile;
  return (
    <ActionDialog
      title={whom ? t('invites.withdrawFrom', { whom }) : t('invites.withdrawCode', { code: invite.code })}
      okText={t('invites.withdraw')}
      danger
      busy={withdraw.isPending}
      error={withdraw.error}
      onOk={() => withdraw.mutate({ params: { id: invite.id } })}
      onClose={onClose}
    >
      <p>{t('invites.withdrawText')}</p>
    </ActionDialog>
  );
}
