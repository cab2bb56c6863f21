import type { OutputOf } from '@sunfleet/api-client';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { type Format, useFormat } from '../../../lib/format/use-format.ts';
import { integerField, useUrlState } from '../../../lib/url-state.ts';
import { EmptyState, ErrorState } from '../../../ui/page/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import tabStyles from '../../../parts/accounts/tab.module.css';
import styles from './settings.module.css';

type Login = OutputOf<'listLogins'>['rows'][number];

const FIELDS = { page: integerField(1), pageSize: integerField(20) };

/** When and from where somebody signed in, or tried to. */
export function LoginsTab() {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const [state, setState] = useUrlState(FIELDS);
  const logins = useCall('listLogins', { query: state }, { keepPrevious: true });
  const columns = useMemo(() => loginColumns(t, format), [t, format]);
  if (logins.error && !logins.data) return <ErrorState error={logins.error} onRetry={logins.refetch} />;
  return (
    <DataTable<Login>
      label={t('logins.title')}
      name="logins"
      columns={columns}
      rows={logins.data?.rows}
      rowKey={(row) => `${row.at} ${row.method} ${row.address ?? ''}`}
      {...(logins.data ? { total: logins.data.total } : {})}
      state={{ ...state, sort: 'at', order: 'desc' }}
      onState={({ page, pageSize }) =>
        setState({ ...(page ? { page } : {}), ...(pageSize ? { pageSize } : {}) })
      }
      busy={logins.isFetching && !logins.isPending}
      card={(row) => <LoginCard row={row} />}
      empty={<EmptyState />}
    />
  );
}

const place = (row: Login) => [row.browser, row.system].filter(Boolean).join(' · ') || UNKNOWN;

function LoginCard({ row }: { row: Login }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  return (
    <span className={styles.what}>
      <strong className={row.outcome === 'success' ? undefined : tabStyles.wrong}>
        {t(`logins.outcome.${row.outcome}`)}
      </strong>
      <span>
        {t(`logins.method.${row.method}`)} · {format.dateTime(row.at)}
      </span>
      <span className={styles.muted}>
        {row.address ?? UNKNOWN} · {place(row)}
      </span>
    </span>
  );
}

function loginColumns(t: TFunction<'settings'>, format: Format): Column<Login>[] {
  return [
    {
      key: 'at',
      title: t('logins.at'),
      fixed: true,
      width: 190,
      render: (row) => format.dateTime(row.at),
    },
    {
      key: 'outcome',
      title: t('logins.result'),
      width: 200,
      render: (row) => (
        <span className={row.outcome === 'success' ? undefined : tabStyles.wrong}>
          {t(`logins.outcome.${row.outcome}`)}
        </span>
      ),
    },
    { key: 'method', title: t('logins.way'), width: 160, render: (row) => t(`logins.method.${row.method}`) },
    { key: 'address', title: t('logins.address'), width: 180, render: (row) => row.address ?? UNKNOWN },
    { key: 'browser', title: t('logins.browser'), width: 220, render: place },
  ];
}
