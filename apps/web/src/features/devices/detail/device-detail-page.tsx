import { ADDRESSES, type DeviceDetail, PARAMETERS_ATTRIBUTE, stationAddress } from '@sunfleet/contract';
import { Tabs } from 'antd';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { lazyPart } from '../../../lib/load-chunk.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { choiceField, integerField, useUrlState } from '../../../lib/url-state.ts';
import { Age } from '../../../ui/figure/age.tsx';
import { BindDevice, useMayAddDevice } from '../../../parts/devices/add-device.tsx';
import { OwnLabels } from '../../../parts/labels/own-labels.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { StatusBadge } from '../../../parts/status/status-badge.tsx';
import { modelOf } from '../../../parts/devices/model-of.ts';
import { PointsTab } from '../points/points-tab.tsx';
import { AboutTab } from './about-tab.tsx';
import { AlarmsTab } from './alarms-tab.tsx';
import styles from './detail.module.css';
import { DeviceDisputes } from './device-disputes.tsx';
import { DeviceFigures } from './device-figures.tsx';
import { DiscoveredDevices } from './discovered-devices.tsx';
import { LoggerConnection } from './logger-connection.tsx';

const HistoryTab = lazyPart(() => import('../history/history-tab.tsx').then((part) => part.HistoryTab));

const LIBRARY = ADDRESSES.devices;
const EnergyTab = lazyPart(() => import('../energy/energy-tab.tsx').then((part) => part.EnergyTab));
const KpisTab = lazyPart(() => import('../kpis/kpis-tab.tsx').then((part) => part.KpisTab));
const CommandsTab = lazyPart(() => import('./commands-tab.tsx').then((part) => part.CommandsTab));
const UpgradesTab = lazyPart(() => import('./upgrades-tab.tsx').then((part) => part.UpgradesTab));
const LogTab = lazyPart(() => import('./log-tab.tsx').then((part) => part.LogTab));
const ConnectTab = lazyPart(() => import('./connect-tab.tsx').then((part) => part.ConnectTab));
const ParametersTab = lazyPart(() =>
  import('../parameters/parameters-tab.tsx').then((part) => part.ParametersTab),
);
const TABS = [
  'points',
  'history',
  'energy',
  'kpis',
  'parameters',
  'alarms',
  'commands',
  'upgrades',
  'about',
  'log',
  'connect',
] as const;
/** Tabs that are not of every device or for every reader. */
type GuardedTab = 'connect' | 'parameters' | 'commands' | 'kpis' | 'upgrades' | 'log';
const FIELDS = { id: integerField(0), tab: choiceField(TABS, 'points') };

/** One device: how it is now, its points live and past, its alarms, and what is known of it. */
export function DeviceDetailPage() {
  const { t } = useTranslation('devices');
  const [{ id, tab }, set] = useUrlState(FIELDS);
  const device = useCall('getDevice', { params: { id } }, { enabled: id > 0, refetchMs: 60_000 });
  useLive({ devices: id > 0 ? [id] : [] });
  const perhaps = useMay('devices.create');
  const mayRead = useMay('parameters.read');
  const mayUpgrade = useMay('firmware.upgrade');
  const mayAudit = useMay('audit.view');
  const mayAdd = useMayAddDevice(device.data?.station?.id ?? 0);
  if (id === 0)
    return <EmptyState title={t('detail.noDevice')} action={<Link to={LIBRARY}>{t('title')}</Link>} />;
  const { data } = device;
  // Whether it may be done at this station is read from the server; the tab of the address is shown meanwhile.
  const mayConnect = mayAdd || (perhaps && tab === 'connect');
  const isOpen: Readonly<Record<GuardedTab, boolean>> = {
    connect: Boolean(data?.station) && mayConnect,
    parameters: mayRead && hasParameters(data),
    commands: mayRead,
    upgrades: mayUpgrade,
    log: mayAudit,
    kpis: Boolean(data?.station) && isProducer(data?.kind),
  };
  const tabs = TABS.filter((key) => (key in isOpen ? isOpen[key as GuardedTab] : true));
  return (
    <Page
      help="device"
      title={data ? (data.name ?? data.sn) : t('detail.title')}
      permission="devices.view"
      breadcrumb={
        <Link className={styles.back} to={LIBRARY}>
          {t('title')}
        </Link>
      }
      status={data ? <StatusBadge of="device" value={data.live.status} /> : null}
      subtitle={data ? <Subtitle device={data} /> : null}
      loading={device}
      failed={t('detail.informationFailed')}
    >
      {data ? (
        <>
          {data.station ? null : <BindDevice device={data} />}
          <DeviceDisputes device={data} />
          <DeviceFigures device={data} />
          <DiscoveredDevices logger={data} />
          <LoggerConnection logger={data} />
          <Tabs
            className={styles.tabs}
            activeKey={tabs.includes(tab) ? tab : 'points'}
            destroyOnHidden
            items={tabs.map((key) => ({
              key,
              label: t(`tab.${key}`),
              children: <Tab name={key} device={data} />,
            }))}
            onChange={(key) => set({ tab: TABS.find((each) => each === key)! })}
          />
        </>
      ) : null}
    </Page>
  );
}

/** It hangs on a logger, by which its registers are read, or says that it knows the commands. */
const hasParameters = (device: DeviceDetail | undefined): boolean =>
  device?.parent
    ? device.kind !== 'logger'
    : device?.attributes[PARAMETERS_ATTRIBUTE.name] === PARAMETERS_ATTRIBUTE.value;

/** Meters, batteries, sensors and loggers have no yield of their own. */
const isProducer = (kind: DeviceDetail['kind'] | undefined): boolean =>
  kind !== undefined && !['meter', 'battery', 'weather', 'logger'].includes(kind);

function Tab({ name, device }: { name: (typeof TABS)[number]; device: DeviceDetail }) {
  if (name === 'points') return <PointsTab device={device} />;
  if (name === 'alarms') return <AlarmsTab device={device} />;
  if (name === 'about') return <AboutTab device={device} />;
  return (
    <Suspense fallback={<SkeletonBlock lines={8} />}>
      {name === 'connect' ? <ConnectTab device={device} /> : null}
      {name === 'parameters' ? <ParametersTab device={device} /> : null}
      {name === 'history' ? <HistoryTab device={device} /> : null}
      {name === 'kpis' ? <KpisTab device={device} /> : null}
      {name === 'energy' ? <EnergyTab device={device} /> : null}
      {name === 'upgrades' ? <UpgradesTab device={device} /> : null}
      {name === 'log' ? <LogTab device={device} /> : null}
      {name === 'commands' ? <CommandsTab device={device} /> : null}
    </Suspense>
  );
}

function Subtitle({ device }: { device: DeviceDetail }) {
  const { t } = useTranslation('devices');
  const { station, live } = device;
  const model = modelOf(device);
  const parts = [
    t(`kind.${device.kind}`),
    ...(model === UNKNOWN ? [] : [model]),
    ...(device.name ? [device.sn] : []),
  ];
  return (
    <>
      {parts.join(' · ')}
      {' · '}
      {station ? <Link to={stationAddress(station.id)}>{station.name}</Link> : t('bound.false')}
      {' · '}
      {t('detail.lastData')} <Age time={live.lastDataAt} {...(station ? { zone: station.timeZone } : {})} />
      <div className={styles.labels}>
        <OwnLabels of="device" id={device.id} labels={device.labels} />
      </div>
    </>
  );
}
