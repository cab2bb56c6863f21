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
import { inviteColumns } from './invite-columns.tsx';
import { InviteButton } from './invite-button.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { InviteShown } from './invite-shown.tsx';
import { type Invite, InviteFacts } from './invite-window.tsx';

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
      <Rows rows={invites.data} />
      {inviting ? <InviteDialog organisation={organisation} onClose={() => setInviting(false)} /> : null}
    </>
  );
}

function Rows({ rows }: { rows: readonly Invite[] | undefined }) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const roleName = useRoleName();
  const [shown, setShown] = useState<Invite>();
  const [leaving, setLeaving] = useState<Invite>();
  const actions = useCallback(
    (row: Invite) =>
      row.manageable ? (
        <FilterRow>
          <Button size="small" onClick={() => setShown(row)}>
            {t('invites.links')}
          </Button>
          <Button size="small" onClick={() => setLeaving(row)}>
            {t('invites.withdraw')}
          </Button>
        </FilterRow>
      ) : null,
    [t],
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
          <RowCard name={row.email ?? row.mobile ?? t('invites.anybody')}>
            <InviteFacts invite={row} />
            {actions(row)}
          </RowCard>
        )}
        empty={<EmptyState title={t('invites.empty')} hint={t('invites.emptyHint')} />}
      />
      {shown ? <InviteShown invite={shown} onClose={() => setShown(undefined)} /> : null}
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
      title={whom ? t('invites.withdrawFrom', { whom }) : t('invites.withdrawCode')}
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
