import {
  ADDRESSES,
  addStationAddress,
  STATION_STATUSES,
  STATION_TEXTS,
  STATION_TYPES,
  stationAddress,
  type StationRow,
} from '@sunfleet/contract';
import { PlusOutlined, StarFilled, StarOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { useCall, usePrefetch } from '../../lib/call/use-call.ts';
import { usePhone } from '../../lib/appearance.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { lazyPart } from '../../lib/load-chunk.ts';
import { useAccount, useMay } from '../../lib/session/session-context.tsx';
import { useLive } from '../../lib/live/use-live.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { ActiveFilters } from '../../ui/filter/active-filters.tsx';
import { FilterButton } from '../../ui/filter/filter-button.tsx';
import { FilterRow, ManyFilter, SearchFilter } from '../../ui/filter/filters.tsx';
import { LabelFilter } from '../../parts/labels/label-filter.tsx';
import { SavedViews } from '../../parts/saved-views/saved-views.tsx';
import { useCovers } from '../../parts/stations/files/use-covers.ts';
import { Page } from '../../ui/page/page.tsx';
import { SkeletonArea } from '../../ui/page/skeleton.tsx';
import { EmptyState, ErrorState, NoMatch } from '../../ui/page/states.tsx';
import { StatusChips } from '../../parts/status/status-chips.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { RowSelection } from '../../ui/table/data-table-props.ts';
import { ExportButton } from './export/export-button.tsx';
import { GoOnNote } from './first-steps/go-on-note.tsx';
import { useFilterWords } from './filters/use-filter-words.ts';
import { useStationSelection } from './several/use-station-selection.tsx';
import { filterInput, pageInput, useListState, withoutFilter } from './list-state.ts';
import { savedStations } from './saved-list.ts';
import { MAP_HEIGHT } from './map-height.ts';
import { StationCard } from './station-card.tsx';
import { sumCells } from './sum-cells.tsx';
import { stationColumns } from './station-columns.tsx';
import { useDayCurves } from './use-day-curves.ts';
import { useRevenues } from './use-revenues.ts';
import styles from './stations.module.css';

const FilterPanel = lazyPart(() => import('./filters/filter-panel.tsx').then((part) => part.FilterPanel));
const StationMap = lazyPart(() => import('./station-map.tsx').then((part) => part.StationMap));

/** Every station the account may see, as a list or on the map; worst first until asked otherwise. */
export function StationListPage() {
  const { t } = useTranslation('stations');
  const list = useListState();
  const { state } = list;
  const stations = useStations(list.state);
  const rows = stations.data?.rows;
  useLive({ stations: rows?.map(({ id }) => id) ?? [] });
  const selection = useStationSelection({ state, rows, total: stations.data?.total ?? 0 });
  return (
    <Page
      help="stations"
      title={t('title')}
      permission="stations.view"
      actions={
        <>
          <EndedStations />
          <AddStations />
          <AddStation />
        </>
      }
      toolbar={
        <div className={styles.toolbar}>
          <Filters list={list} />
          <NarrowedBy list={list} />
          <GoOnNote rows={rows} />
          {state.view === 'map' ? <Chips list={list} stations={stations} /> : null}
        </div>
      }
    >
      {state.view === 'map' ? (
        <Suspense fallback={<SkeletonArea height={MAP_HEIGHT} />}>
          <StationMap filter={filterInput(state)} />
        </Suspense>
      ) : (
        <List list={list} stations={stations} selection={selection} />
      )}
    </Page>
  );
}

type ListProps = { list: ReturnType<typeof useListState> };

function Chips({ list, stations }: ListProps & Pick<Stations, 'stations'>) {
  const { t } = useTranslation('stations');
  return (
    <StatusChips
      of="station"
      values={STATION_STATUSES}
      label={t('filter.status')}
      counts={stations.data?.counts}
      chosen={list.state.status}
      onChange={(status) => list.filter({ status })}
    />
  );
}

/** Asks once a text is typed, and at once for everything else. */
function useStations(state: ListProps['list']['state']) {
  const texts = Object.fromEntries((['q', ...STATION_TEXTS] as const).map((key) => [key, state[key]]));
  const typed = useDelayed(JSON.stringify(texts), 250);
  const asked = { ...state, ...(JSON.parse(typed) as typeof texts) };
  return useCall('listStations', pageInput(asked), { keepPrevious: true, refetchMs: 30_000 });
}

/** The way to stations that were ended, for those who could bring them back. */
function EndedStations() {
  const { t } = useTranslation('stations');
  return useMay('stations.delete') ? <Link to={ADDRESSES.endedStations}>{t('ended.title')}</Link> : null;
}

/** The way to many new stations, for professional accounts that may create one. */
function AddStations() {
  const { t } = useTranslation('stations');
  const mayCreate = useMay('stations.create');
  const { accountType } = useAccount();
  if (!mayCreate || accountType === 'personal') return null;
  return <Link to={ADDRESSES.addStations}>{t('batch.action')}</Link>;
}

/** The way to a new station, for accounts that may create one. */
function AddStation() {
  const { t } = useTranslation('stations');
  const { accountType } = useAccount();
  const navigate = useNavigate();
  return useMay('stations.create') ? (
    <Button
      type="primary"
      icon={<PlusOutlined aria-hidden />}
      onClick={() => navigate(addStationAddress(accountType))}
    >
      {t('entry.title')}
    </Button>
  ) : null;
}

/** What to do where no row is: by the filters, by the only one that waits for stars, or without any. */
function Empty({ list }: ListProps) {
  const { t } = useTranslation(['stations', 'common']);
  if (!list.filtered) return <NoStation />;
  const onlyFavourites = list.active.length === 1 && list.active[0] === 'favourite';
  if (!onlyFavourites) return <NoMatch onClear={list.clear} />;
  return (
    <EmptyState
      title={t('empty.favouritesTitle')}
      hint={t('empty.favouritesHint')}
      action={<Button onClick={list.clear}>{t('common:state.clearFilters')}</Button>}
    />
  );
}

function NoStation() {
  const { t } = useTranslation('stations');
  const { accountType } = useAccount();
  const mayCreate = useMay('stations.create');
  const navigate = useNavigate();
  return (
    <EmptyState
      title={t('empty.title')}
      hint={t(mayCreate ? 'firstSteps.hint' : 'empty.hint')}
      action={
        mayCreate ? (
          <span className={styles.firstSteps}>
            <Button type="primary" onClick={() => navigate(ADDRESSES.firstSteps)}>
              {t('firstSteps.title')}
            </Button>
            <Link to={addStationAddress(accountType)}>{t('entry.title')}</Link>
          </span>
        ) : null
      }
    />
  );
}

function NarrowedBy({ list }: ListProps) {
  const words = useFilterWords(list.state);
  return (
    <ActiveFilters
      active={list.active}
      sentence={words.sentence}
      onTakeOff={(key) => list.filter(withoutFilter(key))}
      onClear={list.clear}
    />
  );
}

function Filters({ list }: ListProps) {
  const { t } = useTranslation('stations');
  const { visitor } = useAccount();
  const { state, filter, set } = list;
  return (
    <FilterRow>
      <SearchFilter label={t('filter.search')} value={state.q} onChange={(q) => filter({ q })} />
      <ManyFilter
        label={t('filter.type')}
        values={STATION_TYPES}
        textOf={(type) => t(`type.${type}`)}
        chosen={state.type}
        onChange={(type) => filter({ type })}
      />
      <LabelFilter chosen={state.label} onChange={(label) => filter({ label })} />
      {visitor ? null : (
        <Button
          icon={state.favourite ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
          aria-pressed={state.favourite}
          onClick={() => filter({ favourite: !state.favourite })}
        >
          {t('filter.favourites')}
        </Button>
      )}
      <FilterButton
        active={list.active.length}
        panel={(close) => <FilterPanel list={list} onClose={close} />}
      />
      {visitor ? null : <SavedViews list={savedStations(list)} />}
      <Segmented
        aria-label={t('view.label')}
        value={state.view}
        options={[
          { value: 'list', label: t('view.list') },
          { value: 'map', label: t('view.map') },
        ]}
        onChange={(view) => set({ view: view as 'list' | 'map' })}
      />
    </FilterRow>
  );
}

type Stations = { stations: ReturnType<typeof useStations>; selection: RowSelection<StationRow> | undefined };

function List({ list, stations, selection }: ListProps & Stations) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const navigate = useNavigate();
  const prefetch = usePrefetch();
  const { visitor } = useAccount();
  const chosen = selection && !selection.all?.chosen ? [...selection.of.rows.keys()] : [];
  const curves = useDayCurves(stations.data?.rows);
  const revenues = useRevenues(stations.data?.rows);
  // Cards of phones show them.
  const phone = usePhone();
  const ids = useMemo(() => (stations.data?.rows ?? []).map(({ id }) => id), [stations.data]);
  const covers = useCovers(phone ? ids : []);
  const columns = useMemo(
    () =>
      stationColumns(t, format, {
        curves,
        revenues,
        photosOf: visitor ? undefined : ids,
        currency: list.state.currency,
      }),
    [t, format, curves, revenues, visitor, ids, list.state.currency],
  );
  const sums = useMemo(
    () => stations.data?.sums && sumCells(stations.data.sums, { total: stations.data.total, t, format }),
    [stations.data, t, format],
  );
  if (stations.error && !stations.data)
    return <ErrorState error={stations.error} onRetry={stations.refetch} />;
  const open = ({ id }: StationRow) => navigate(stationAddress(id));
  return (
    <DataTable<StationRow>
      label={t('title')}
      name="stations"
      columns={columns}
      rows={stations.data?.rows}
      rowKey={(row) => row.id}
      total={stations.data?.total ?? 0}
      state={list.state}
      onState={(change) => list.set(change as Partial<typeof list.state>)}
      busy={stations.isPlaceholderData}
      onOpen={open}
      onPeek={({ id }) => prefetch('getStation', { params: { id } })}
      card={(row) => <StationCard row={row} cover={covers.get(row.id)} />}
      selection={selection}
      sums={sums}
      actions={
        visitor ? undefined : (shown) => <ExportButton state={list.state} columns={shown} chosen={chosen} />
      }
      tools={<Chips list={list} stations={stations} />}
      empty={<Empty list={list} />}
      {...(list.state.pageSize > 50 ? { virtualHeight: 640 } : {})}
    />
  );
}
