import type { CustomRole } from '@sunfleet/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../lib/session/session-context.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Tag } from '../../../ui/tag/tag.tsx';
import styles from '../roles.module.css';
import { roleKey, type RolesState } from '../roles-state.ts';
import { useRoleWords } from '../use-role-words.ts';
import { DeleteRole } from './delete-role.tsx';
import { GrantRole } from './grant-role.tsx';
import { HeldFunctions } from './held-functions.tsx';

interface RolePaneProps {
  role: CustomRole;
  state: RolesState;
}

/** A role: what it is for, where it works, which menus it shows, and everything it may do. */
export function RolePane({ role, state }: RolePaneProps) {
  const { t } = useTranslation(['roles', 'access']);
  const { name, description } = useRoleWords()(role);
  return (
    <>
      <Card
        title={
          <span className={styles.headline}>
            {name}
            <Tag>{t(role.id === null ? 'builtInTag' : 'customTag')}</Tag>
          </span>
        }
        extra={<Actions role={role} state={state} />}
      >
        <div className={styles.stack}>
          <p className={styles.description}>{description}</p>
          <Facts role={role} />
        </div>
      </Card>
      <Card title={t('functions', { count: role.permissions.length })}>
        <HeldFunctions permissions={role.permissions} />
      </Card>
    </>
  );
}

function Facts({ role }: { role: CustomRole }) {
  const { t } = useTranslation(['roles', 'access']);
  return (
    <dl className={styles.facts}>
      <dt>{t('field.attribution')}</dt>
      <dd>
        {t(`access:attribution.${role.attribution}.name`)}
        <span className={styles.hint}>{t(`access:attribution.${role.attribution}.hint`)}</span>
      </dd>
      <dt>{t('field.scope')}</dt>
      <dd>
        {t(`access:scope.${role.scope}.name`)}
        <span className={styles.hint}>{t(`access:scope.${role.scope}.hint`)}</span>
      </dd>
      <dt>{t('field.views')}</dt>
      <dd>
        {role.views === null
          ? t('viewsAll')
          : role.views.map((view) => t(`access:view.${view}`)).join(' · ') || t('viewsNone')}
      </dd>
      <dt>{t('field.members')}</dt>
      <dd>{t('members', { count: role.members })}</dd>
      {role.organisation ? (
        <>
          <dt>{t('field.organisation')}</dt>
          <dd>{role.organisation.name}</dd>
        </>
      ) : null}
    </dl>
  );
}

function Actions({ role, state }: RolePaneProps) {
  const { t } = useTranslation('roles');
  const mayManage = useMay('roles.manage');
  const mayMembers = useMay('members.view');
  const [dialog, setDialog] = useState<'grant' | 'delete'>();
  if (!mayManage) return null;
  const close = () => setDialog(undefined);
  return (
    <>
      {role.id !== null && mayMembers ? (
        <Button onClick={() => setDialog('grant')}>{t('action.grant')}</Button>
      ) : null}
      <Button onClick={() => state.open(roleKey(role), 'copy')}>{t('action.copy')}</Button>
      {role.editable ? (
        <>
          <Button onClick={() => state.open(roleKey(role), 'edit')}>{t('action.edit')}</Button>
          <Button onClick={() => setDialog('delete')}>{t('action.delete')}</Button>
        </>
      ) : null}
      {dialog === 'grant' ? <GrantRole role={role} onClose={close} /> : null}
      {dialog === 'delete' ? <DeleteRole role={role} onClose={close} onDone={() => state.open('')} /> : null}
    </>
  );
}
