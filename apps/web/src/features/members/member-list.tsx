import type { Member, OrganisationNode } from '@sunfleet/contract';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useAccount, useMay } from '../../lib/session/session-context.tsx';
import { useRoleName } from '../../parts/accounts/use-role-name.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { EmptyState, ErrorState, NoMatch } from '../../ui/page/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { ListBar } from '../../ui/table/list-bar.tsx';
import { RowCard } from '../../ui/table/row-card.tsx';
import { InviteButton } from './invites/invite-button.tsx';
import { InviteDialog } from './invites/invite-dialog.tsx';
import { memberColumns } from './member-columns.tsx';
import type { MemberAction } from './member-actions.ts';
import { MemberDialog } from './member-dialog.tsx';
import { MemberFilters } from './member-filters.tsx';
import { type MemberListState, useMemberListState } from './member-list-state.ts';
import { MemberMenu } from './member-menu.tsx';
import { MemberStatus } from './member-status.tsx';

interface MemberListProps {
  organisation: { id: number; name: string };
  /** Organisations to which a member can be moved. Empty for accounts that do not see the organisations. */
  tree: readonly OrganisationNode[];
}

/** Members of an organisation, with what can be done with each. */
export function MemberList({ organisation, tree }: MemberListProps) {
  const mayInvite = useMay('members.inviteViewers');
  const state = useMemberListState();
  const [inviting, setInviting] = useState(false);
  const [action, setAction] = useState<MemberAction>();
  const members = useMembers(organisation.id, state);
  if (members.error && !members.data) return <ErrorState error={members.error} onRetry={members.refetch} />;
  return (
    <>
      <ListBar action={mayInvite ? <InviteButton onClick={() => setInviting(true)} /> : null}>
        <MemberFilters state={state} />
      </ListBar>
      <Rows members={members} state={state} movable={tree.length > 0} onAction={setAction} />
      {inviting ? <InviteDialog organisation={organisation} onClose={() => setInviting(false)} /> : null}
      {action ? <MemberDialog {...action} tree={tree} onClose={() => setAction(undefined)} /> : null}
    </>
  );
}

function useMembers(organizationId: number, { state }: MemberListState) {
  const q = useDelayed(state.q, 250).trim();
  const { page, pageSize, role, status } = state;
  const body = {
    organizationId,
    below: state.below === 'yes',
    page,
    pageSize,
    ...(q ? { q } : {}),
    ...(role ? { role } : {}),
    ...(status ? { status } : {}),
  };
  return useCall('pageMembers', { body }, { keepPrevious: true });
}

interface RowsProps {
  members: ReturnType<typeof useMembers>;
  state: MemberListState;
  movable: boolean;
  onAction: (action: MemberAction) => void;
}

function Rows({ members, state, movable, onAction }: RowsProps) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const roleName = useRoleName();
  const self = useAccount().id;
  const managesAny = members.data?.rows.some(({ manageable }) => manageable) ?? false;
  const columns = useMemo(() => {
    const menu = (member: Member) => <MemberMenu member={member} movable={movable} onAction={onAction} />;
    return memberColumns({ t, format, roleName, self, actions: managesAny ? menu : undefined });
  }, [t, format, roleName, self, managesAny, movable, onAction]);
  return (
    <DataTable<Member>
      label={t('title')}
      name="members"
      columns={columns}
      rows={members.data?.rows}
      rowKey={(row) => row.id}
      total={members.data?.total ?? 0}
      state={{ page: state.state.page, pageSize: state.state.pageSize, sort: '', order: 'asc' }}
      onState={({ page, pageSize }) =>
        state.set({ ...(page ? { page } : {}), ...(pageSize ? { pageSize } : {}) })
      }
      busy={members.isPlaceholderData}
      card={(row) => (
        <RowCard
          name={row.name}
          action={managesAny ? <MemberMenu member={row} movable={movable} onAction={onAction} /> : null}
          note={[row.email ?? row.mobile, row.organisation?.name].filter(Boolean).join(' · ')}
        >
          <MemberStatus status={row.status} />
          <div>{roleName(row)}</div>
        </RowCard>
      )}
      empty={
        state.filtered ? (
          <NoMatch onClear={state.clear} />
        ) : (
          <EmptyState title={t('empty.title')} hint={t('empty.hint')} />
        )
      }
    />
  );
}
