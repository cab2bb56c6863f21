import { ADDRESSES } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useAccount, useMay } from '../../../lib/session/session-context.tsx';
import { integerField, textField, useUrlState } from '../../../lib/url-state.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState, NoMatch } from '../../../ui/page/states.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import styles from './custom-points.module.css';
import { CustomPointCard } from './custom-point-card.tsx';
import { customPointColumns } from './custom-point-columns.tsx';
import { CustomPointTools } from './custom-point-tools.tsx';
import { RecordPoint } from '../recordings/record-point.tsx';
import { EditCustomPoint } from './edit-custom-point.tsx';

const FIELDS = {
  q: textField(),
  organisation: integerField(undefined),
  page: integerField(1),
  pageSize: integerField(20),
};

/** What the devices of an organisation report beyond the catalogue, each with the name and unit that people gave it. */
export function CustomPointsPage() {
  const { t } = useTranslation('points');
  const own = useAccount().organisation?.id;
  const [state, set] = useUrlState(FIELDS);
  const organisationId = state.organisation ?? own;
  const points = useCustomPoints(state, organisationId);
  const [opened, setOpened] = useState<Opened>();
  const row = points.data?.rows.find(({ key }) => key === opened?.key);
  const close = () => setOpened(undefined);
  return (
    <Page
      help="points"
      title={t('group.custom')}
      subtitle={t('custom.hint')}
      permission="devices.view"
      loading={points}
      breadcrumb={
        <Link className={styles.back} to={ADDRESSES.points}>
          {t('catalogue.title')}
        </Link>
      }
    >
      <List state={state} set={set} organisationId={organisationId} points={points} onOpen={setOpened} />
      {row && opened?.dialog === 'edit' ? (
        <EditCustomPoint point={row} organisationId={organisationId} onClose={close} />
      ) : null}
      {row && opened?.dialog === 'record' ? (
        <RecordPoint point={row} devices={row.devices} ofAll={{ organisationId }} onClose={close} />
      ) : null}
    </Page>
  );
}

interface Opened {
  dialog: 'edit' | 'record';
  key: string;
}

type State = ReturnType<typeof useUrlState<typeof FIELDS>>[0];

function useCustomPoints({ q, page, pageSize }: State, organisationId: number | undefined) {
  const wanted = useDelayed(q, 250);
  const query = {
    page,
    pageSize,
    ...(wanted.trim() ? { q: wanted } : {}),
    ...(organisationId === undefined ? {} : { organisationId }),
  };
  return useCall('listCustomPoints', { query }, { keepPrevious: true });
}

interface ListProps {
  state: State;
  set: (change: Partial<State>) => void;
  organisationId: number | undefined;
  points: ReturnType<typeof useCustomPoints>;
  onOpen: (opened: Opened) => void;
}

function List({ state, set, organisationId, points, onOpen }: ListProps) {
  const { t } = useTranslation('points');
  const format = useFormat();
  const mayEdit = useMay('devices.create');
  const { q, page, pageSize } = state;
  const verbs = mayEdit
    ? {
        onEdit: (key: string) => onOpen({ dialog: 'edit', key }),
        onRecord: (key: string) => onOpen({ dialog: 'record', key }),
      }
    : undefined;
  return (
    <DataTable
      label={t('group.custom')}
      name="customPoints"
      columns={customPointColumns({ t, format, organisationId, verbs })}
      rows={points.data?.rows}
      rowKey={({ key }) => key}
      total={points.data?.total ?? 0}
      state={{ page, pageSize, sort: 'key', order: 'asc' }}
      onState={({ page: to, pageSize: size }) =>
        set({ ...(to === undefined ? {} : { page: to }), ...(size === undefined ? {} : { pageSize: size }) })
      }
      busy={points.isPlaceholderData}
      card={(row) => <CustomPointCard row={row} organisationId={organisationId} verbs={verbs} />}
      tools={
        <CustomPointTools
          q={q}
          organisationId={organisationId}
          onSearch={(text) => set({ q: text, page: 1 })}
          onOrganisation={(organisation) => set({ organisation, page: 1 })}
        />
      }
      empty={
        q ? (
          <NoMatch onClear={() => set({ q: '', page: 1 })} />
        ) : (
          <EmptyState title={t('custom.empty')} hint={t('custom.emptyHint')} />
        )
      }
    />
  );
}
