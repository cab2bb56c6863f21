import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useAccount, useMay } from '../../lib/session/session-context.tsx';
import { useRoleName } from '../../parts/accounts/use-role-name.ts';
import { Choice } from '../../ui/form/field.tsx';
import styles from './members.module.css';
import { type GivableRole, givableRoles } from './givable-roles.ts';

const keyOf = ({ role, roleId }: Pick<GivableRole, 'role' | 'roleId'>) =>
  roleId === null ? role : String(roleId);

/** Roles the signed-in account may give. */
export function useGivableRoles(): readonly GivableRole[] {
  const account = useAccount();
  const mayList = useMay('roles.view');
  const { data } = useCall('listRoles', {}, { enabled: mayList });
  return useMemo(() => givableRoles(account, data ?? []), [account, data]);
}

interface RoleChoiceProps {
  value: GivableRole | undefined;
  onChange: (role: GivableRole) => void;
}

/** A role to give, with what it is for. */
export function RoleChoice({ value, onChange }: RoleChoiceProps) {
  const { t } = useTranslation(['members', 'access']);
  const nameOf = useRoleName();
  const roles = useGivableRoles();
  const options = roles.map((role) => ({ value: keyOf(role), label: nameOf(role) }));
  return (
    <div>
      <Choice
        label={t('field.role')}
        value={value ? keyOf(value) : ''}
        options={value ? options : [{ value: '', label: t('field.roleNone') }, ...options]}
        onChange={(key) => {
          const chosen = roles.find((role) => keyOf(role) === key);
          if (chosen) onChange(chosen);
        }}
      />
      {value && value.roleId === null ? (
        <p className={styles.muted}>{t(`access:role.${value.role}`)}</p>
      ) : null}
    </div>
  );
}
