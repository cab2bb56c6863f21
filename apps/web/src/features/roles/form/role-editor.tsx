import type { CustomRole } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { useRoleWords } from '../use-role-words.ts';
import { RoleForm } from './role-form.tsx';
import { baseOf, copyOf, emptyRole, toBody, toChange, valuesOf } from './role-values.ts';

interface EditorProps {
  onDone: (saved: CustomRole) => void;
  onCancel: () => void;
}

const useCreate = (onDone: EditorProps['onDone']) =>
  useAction('createRole', { invalidates: ['listRoles'], quiet: true, onDone });

/** A new role without any permission. */
export function NewRole({ onDone, onCancel }: EditorProps) {
  const { t } = useTranslation('roles');
  const create = useCreate(onDone);
  return (
    <RoleForm
      title={t('form.new')}
      okText={t('form.create')}
      initial={emptyRole}
      action={create}
      onSubmit={(values) => create.mutate({ body: toBody(values) })}
      onCancel={onCancel}
    />
  );
}

/** A new role that begins as a copy of a built-in or custom one. */
export function CopyRole({ role, onDone, onCancel }: EditorProps & { role: CustomRole }) {
  const { t } = useTranslation('roles');
  const { name, description } = useRoleWords()(role);
  const held = useAccount().permissions;
  const create = useCreate(onDone);
  return (
    <RoleForm
      title={t('form.copy', { name })}
      okText={t('form.create')}
      initial={copyOf(role, { name: t('form.copyName', { name }).slice(0, 64), description, held })}
      action={create}
      onSubmit={(values) => create.mutate({ body: { ...toBody(values), basedOn: baseOf(role) } })}
      onCancel={onCancel}
    />
  );
}

/** Changes a custom role. The change counts at once for everybody who holds it. */
export function EditRole({ role, onDone, onCancel }: EditorProps & { role: CustomRole }) {
  const { t } = useTranslation('roles');
  const update = useAction('updateRole', { invalidates: ['listRoles'], quiet: true, onDone });
  return (
    <RoleForm
      title={t('form.edit', { name: role.name })}
      okText={t('form.save')}
      warning={role.members > 0 ? t('form.atOnce', { count: role.members }) : undefined}
      initial={valuesOf(role)}
      mayBeEmpty={role.permissions.length === 0}
      action={update}
      onSubmit={(values) => update.mutate({ params: { id: role.id! }, body: toChange(values) })}
      onCancel={onCancel}
    />
  );
}
