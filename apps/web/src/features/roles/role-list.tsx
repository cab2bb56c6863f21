import { type CustomRole, ROLE_ATTRIBUTIONS } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Card } from '../../ui/page/card.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { Tag } from '../../ui/tag/tag.tsx';
import styles from './roles.module.css';
import { roleKey, type RolesState } from './roles-state.ts';
import { useRoleWords } from './use-role-words.ts';

const ALL = 'all';

interface RoleListProps {
  roles: readonly CustomRole[];
  chosen: CustomRole | undefined;
  state: RolesState;
}

/** The roles, custom ones first: they are what somebody comes to change. */
export function RoleList({ roles, chosen, state }: RoleListProps) {
  const { t } = useTranslation(['roles', 'access']);
  const custom = roles.filter(({ id }) => id !== null);
  const builtIn = roles.filter(({ id }) => id === null);
  const options = [
    { value: ALL, label: t('filter.all') },
    ...ROLE_ATTRIBUTIONS.map((value) => ({
      value: value as string,
      label: t(`access:attribution.${value}.name`),
    })),
  ];
  return (
    <Card title={t('list')}>
      <div className={styles.list}>
        <Segmented
          block
          classNames={{ item: styles.choice, label: styles.choiceText }}
          aria-label={t('filter.label')}
          value={state.state.attribution ?? ALL}
          options={options}
          onChange={(value) => state.filter(ROLE_ATTRIBUTIONS.find((each) => each === value))}
        />
        {roles.length === 0 ? <EmptyState /> : null}
        <Group title={t('custom')} roles={custom} chosen={chosen} state={state} />
        <Group title={t('builtIn')} roles={builtIn} chosen={chosen} state={state} />
      </div>
    </Card>
  );
}

function Group({ title, roles, chosen, state }: RoleListProps & { title: string }) {
  const { t } = useTranslation(['roles', 'access']);
  const words = useRoleWords();
  if (roles.length === 0) return null;
  const { attribution } = state.state;
  return (
    <section aria-label={title}>
      <h3 className={styles.group}>{title}</h3>
      <ul className={styles.roles}>
        {roles.map((role) => {
          const key = roleKey(role);
          const search = new URLSearchParams({ ...(attribution ? { attribution } : {}), role: key });
          return (
            <li key={key}>
              <Link
                to={{ search: String(search) }}
                className={styles.role}
                aria-current={chosen && roleKey(chosen) === key ? 'true' : undefined}
              >
                <span className={styles.roleName}>{words(role).name}</span>
                <span className={styles.muted}>{t('members', { count: role.members })}</span>
                <Tag>{t(`access:attribution.${role.attribution}.name`)}</Tag>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
