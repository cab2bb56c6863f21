import { AUDIT_ACTIONS, type AuditEntry } from '@sunfleet/contract';
import { Segmented, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { useDelayed } from '../../lib/use-delayed.ts';
import { RangePicker } from '../../ui/range/range-picker.tsx';
import styles from './audit.module.css';
import { ALLOWED, type AuditState } from './audit-state.ts';

import { useActionText } from './use-action-text.ts';

interface AuditFiltersProps {
  list: AuditState;
  zone: string;
  /** Entries on screen: their people can be chosen without a member list. */
  rows: readonly AuditEntry[];
  /** Of one object, of which what was refused is not told: an entry of that says why, and not what it was about. */
  allowedAlone?: boolean;
}

/** By person, action, whether it was allowed, and time. */
export function AuditFilters({ list, zone, rows, allowedAlone = false }: AuditFiltersProps) {
  const { t } = useTranslation('audit');
  const { state, filter } = list;
  return (
    <div className={styles.filters}>
      <PersonFilter list={list} rows={rows} />
      <ActionFilter list={list} rows={rows} />
      {allowedAlone ? null : (
        <Segmented
          aria-label={t('column.allowed')}
          value={state.allowed}
          options={ALLOWED.map((value) => ({ value, label: t(`allowed.${value}`) }))}
          onChange={(allowed) => filter({ allowed })}
        />
      )}
      <RangePicker value={state.range} onChange={(range) => filter({ range })} zone={zone} />
    </div>
  );
}

type PartProps = Omit<AuditFiltersProps, 'zone' | 'allowedAlone'>;

function PersonFilter({ list: { state, filter }, rows }: PartProps) {
  const { t } = useTranslation('audit');
  const [text, setText] = useState('');
  const q = useDelayed(text.trim(), 250);
  const enabled = useMay('members.view');
  const body = { pageSize: 50, ...(q ? { q } : {}) };
  const members = useCall('pageMembers', { body }, { enabled, keepPrevious: true });
  const people = [...(members.data?.rows ?? []), ...rows.flatMap(({ user }) => user ?? [])];
  const names = new Map(people.map(({ id, name }) => [id, name]));
  if (state.user && !names.has(state.user)) names.set(state.user, `#${state.user}`);
  return (
    <Select
      className={styles.pick}
      allowClear
      showSearch={{ optionFilterProp: 'label', onSearch: setText }}
      placeholder={t('column.user')}
      aria-label={t('column.user')}
      value={state.user || null}
      options={[...names].map(([value, label]) => ({ value, label }))}
      onChange={(user: number | null | undefined) => filter({ user: user ?? 0 })}
    />
  );
}

function ActionFilter({ list: { state, filter }, rows }: PartProps) {
  const { t } = useTranslation('audit');
  const textOf = useActionText();
  const names = new Set([
    ...AUDIT_ACTIONS,
    ...rows.filter(({ allowed }) => allowed).map(({ action }) => action),
    ...(state.action ? [state.action] : []),
  ]);
  const options = [...names]
    .map((value) => ({ value, label: textOf(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <Select
      className={styles.pick}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={t('column.action')}
      aria-label={t('column.action')}
      value={state.action || null}
      options={options}
      onChange={(action: string | null | undefined) => filter({ action: action ?? '' })}
    />
  );
}
