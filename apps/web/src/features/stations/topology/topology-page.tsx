import {
  ADDRESSES,
  deviceAddress,
  type DeviceRow,
  stationAddress,
  type StationDetail,
} from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { usePhone } from '../../../lib/appearance.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { choiceField, integerField, useUrlState } from '../../../lib/url-state.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded, Page } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import {
  deviceTree,
  flatTree,
  openedAtFirst,
  type Opened,
  shownTree,
  toggled,
  type TreeNode,
} from './device-tree.ts';
import styles from './topology.module.css';
import { TreeList } from './tree-list.tsx';
import { TreePicture } from './tree-picture.tsx';
import { useNodeWords } from './use-node-words.ts';
import { useOpenedInputs } from './use-opened-inputs.ts';
import { useStationDevices } from './use-station-devices.ts';

const VIEWS = ['picture', 'list'] as const;
const FIELDS = { id: integerField(0), view: choiceField(VIEWS, 'picture') };

/** How the devices of a station hang on each other, live. */
export function TopologyPage() {
  const { t } = useTranslation('topology');
  const [{ id, view }, set] = useUrlState(FIELDS);
  const phone = usePhone();
  const station = useCall('getStation', { params: { id } }, { enabled: id > 0, refetchMs: 60_000 });
  const devices = useStationDevices(id);
  if (id === 0)
    return (
      <EmptyState title={t('noStation')} action={<Link to={ADDRESSES.stations}>{t('stations')}</Link>} />
    );
  const loading = {
    isPending: !station.data || !devices.rows,
    error: station.error ?? devices.error,
    data: station.data && devices.rows,
    refetch: () => Promise.all([station.refetch(), devices.refetch()]),
  };
  return (
    <Page
      help="station"
      title={t('title')}
      permission="devices.view"
      subtitle={station.data?.name}
      breadcrumb={
        <Link className={styles.back} to={stationAddress(id, 'device')}>
          {station.data?.name ?? t('stations')}
        </Link>
      }
      actions={
        phone ? null : (
          <Segmented
            aria-label={t('view')}
            value={view}
            options={VIEWS.map((value) => ({ value, label: t(`as.${value}`) }))}
            onChange={(next) => set({ view: next })}
          />
        )
      }
    >
      <Loaded loading={loading} skeleton={<SkeletonBlock lines={10} />}>
        {station.data && devices.rows ? (
          <Tree
            station={station.data}
            rows={devices.rows}
            total={devices.total}
            view={phone ? 'list' : view}
          />
        ) : null}
      </Loaded>
    </Page>
  );
}

interface TreeProps {
  station: StationDetail;
  rows: readonly DeviceRow[];
  total: number;
  view: (typeof VIEWS)[number];
}

const NOTHING = new Map<number, never[]>();

function Tree({ station, rows, total, view }: TreeProps) {
  const { t } = useTranslation('topology');
  const navigate = useNavigate();
  const words = useNodeWords(station.name);
  const [opened, setOpened] = useState<Opened>(() =>
    openedAtFirst(deviceTree(station, rows, NOTHING), rows.length),
  );
  const asked = useMemo(
    () => rows.map(({ id }) => id).filter((id) => (opened.get(`d${id}`) ?? 0) > 0),
    [rows, opened],
  );
  const inputs = useOpenedInputs(asked);
  const tree = useMemo(
    () => shownTree(deviceTree(station, rows, inputs), opened),
    [station, rows, inputs, opened],
  );
  const visible = useMemo(
    () => [...new Set(flatTree(tree).flatMap(({ device }) => device?.id ?? []))].toSorted((a, b) => a - b),
    [tree],
  );
  useLive({ stations: [station.id], devices: visible });
  const toggle = useCallback((node: TreeNode) => setOpened((before) => toggled(before, node)), []);
  const pick = useCallback(
    (node: TreeNode) => {
      if (node.opens) toggle(node);
      else if (node.device) void navigate(deviceAddress(node.device.id));
    },
    [toggle, navigate],
  );
  if (rows.length === 0)
    return (
      <EmptyState
        title={t('empty')}
        hint={t('emptyHint')}
        action={<Link to={stationAddress(station.id, 'device')}>{t('devices')}</Link>}
      />
    );
  return (
    <Card>
      {total > rows.length ? <p>{t('tooMany', { shown: rows.length, total })}</p> : null}
      {view === 'list' ? (
        <TreeList node={tree} opened={opened} words={words} onToggle={toggle} />
      ) : (
        <>
          <TreePicture
            tree={tree}
            opened={opened}
            words={words}
            label={t('pictureLabel', { count: rows.length })}
            onPick={pick}
          />
          <p className={styles.muted}>{t('hint')}</p>
        </>
      )}
    </Card>
  );
}
