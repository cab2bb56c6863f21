import type { Grant } from '@sunfleet/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../ui/table/column.ts';
import { GrantActions } from './grant-actions.tsx';
import { GrantBadge } from './grant-badge.tsx';
import { GrantObject, GrantParty, GrantPeriod, GrantRoleText, GrantStory } from './grant-facts.tsx';

type GrantColumn = 'object' | 'from' | 'to' | 'state' | 'role' | 'period' | 'origin' | 'story' | 'actions';

/** Columns of grants, as many and in the order as asked for; the first one names the row. */
export function useGrantColumns(keys: readonly GrantColumn[]): Column<Grant>[] {
  const { t } = useTranslation('grants');
  return useMemo(() => {
    const all: Record<GrantColumn, Omit<Column<Grant>, 'key' | 'title'>> = {
      object: { width: 220, render: (grant) => <GrantObject grant={grant} /> },
      from: { width: 180, render: (grant) => <GrantParty party={grant.from} /> },
      to: { width: 170, render: (grant) => <GrantParty party={grant.to} /> },
      state: { width: 180, render: (grant) => <GrantBadge state={grant.state} /> },
      role: { width: 150, render: (grant) => <GrantRoleText grant={grant} /> },
      period: { width: 150, render: (grant) => <GrantPeriod grant={grant} /> },
      origin: {
        width: 190,
        render: (grant) => (
          <>
            <GrantParty party={grant.from} />
            <GrantStory grant={grant} />
          </>
        ),
      },
      story: { width: 190, render: (grant) => <GrantStory grant={grant} /> },
      actions: { width: 190, render: (grant) => <GrantActions grant={grant} /> },
    };
    return keys.map((key, index) => ({
      key,
      title: t(`column.${key === 'origin' ? 'from' : key}`),
      fixed: index === 0,
      ...all[key],
    }));
  }, [t, keys]);
}
