import { type CustomRole } from '@sunfleet/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Gone } from '../../ui/page/states.tsx';
import { Split } from '../../ui/split/split.tsx';
import { RolePane } from './detail/role-pane.tsx';
import { CopyRole, EditRole, NewRole } from './form/role-editor.tsx';
import { RoleList } from './role-list.tsx';
import { roleKey, type RolesState, useRolesState } from './roles-state.ts';

/** Who may do what, and where. */
export function RolesPage() {
  const { t } = useTranslation('roles');
  const mayManage = useMay('roles.manage');
  const state = useRolesState();
  const roles = useCall('listRoles', {}, { keepPrevious: true });
  return (
    <Page
      help="organisations"
      title={t('title')}
      subtitle={t('hint')}
      permission="roles.view"
      loading={roles}
      actions={
        mayManage && state.state.mode === 'view' ? (
          <Button type="primary" onClick={() => state.open('', 'new')}>
            {t('action.new')}
          </Button>
        ) : null
      }
    >
      <Roles roles={roles.data ?? []} state={state} />
    </Page>
  );
}

interface RolesProps {
  roles: readonly CustomRole[];
  state: RolesState;
}

function Roles({ roles, state }: RolesProps) {
  const { role, mode, attribution } = state.state;
  const listed = roles
    .filter((each) => !attribution || each.attribution === attribution)
    .toSorted((a, b) => Number(a.id === null) - Number(b.id === null));
  const chosen = role === '' ? listed[0] : roles.find((each) => roleKey(each) === role);
  return (
    <Split
      chosen={role !== '' || mode === 'new'}
      onBack={() => state.open('')}
      side={<RoleList roles={listed} chosen={mode === 'new' ? undefined : chosen} state={state} />}
      main={<Main role={chosen} state={state} />}
    />
  );
}

function Main({ role, state }: { role: CustomRole | undefined; state: RolesState }) {
  const mayManage = useMay('roles.manage');
  const { mode } = state.state;
  const editor = {
    onCancel: () => state.open(role && state.state.role ? roleKey(role) : ''),
    onDone: (saved: CustomRole) => state.open(roleKey(saved)),
  };
  if (mode === 'new' && mayManage) return <NewRole {...editor} />;
  if (!role) return <Gone of="roleNotFound" />;
  if (mode === 'copy' && mayManage) return <CopyRole key={roleKey(role)} role={role} {...editor} />;
  if (mode === 'edit' && role.editable) return <EditRole key={roleKey(role)} role={role} {...editor} />;
  return <RolePane key={roleKey(role)} role={role} state={state} />;
}
