import { MEMBER_STATUSES, ROLES } from '@sunfleet/contract';
import { Checkbox, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { FilterRow, SearchFilter } from '../../ui/filter/filters.tsx';
import type { MemberListState } from './member-list-state.ts';
import styles from './members.module.css';

/** Search, role, status, and whether the organisations below are included. */
export function MemberFilters({ state: { state, filter } }: { state: MemberListState }) {
  const { t } = useTranslation(['members', 'common']);
  return (
    <FilterRow>
      <SearchFilter label={t('filter.search')} value={state.q} onChange={(q) => filter({ q })} />
      <Select
        className={styles.select}
        allowClear
        placeholder={t('filter.role')}
        aria-label={t('filter.role')}
        value={state.role}
        popupMatchSelectWidth={false}
        options={ROLES.filter((role) => role !== 'visitor').map((role) => ({
          value: role,
          label: t(`common:account.role.${role}`),
        }))}
        onChange={(role) => filter({ role })}
      />
      <Select
        className={styles.select}
        allowClear
        placeholder={t('filter.status')}
        aria-label={t('filter.status')}
        value={state.status}
        options={MEMBER_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
        onChange={(status) => filter({ status })}
      />
      <Checkbox
        checked={state.below === 'yes'}
        onChange={(event) => filter({ below: event.target.checked ? 'yes' : 'no' })}
      >
        {t('filter.below')}
      </Checkbox>
    </FilterRow>
  );
}
