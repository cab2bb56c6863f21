import {
  AlertOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  BuildOutlined,
  CloudServerOutlined,
  CloudUploadOutlined,
  ControlOutlined,
  EuroOutlined,
  HeartOutlined,
  HomeOutlined,
  IdcardOutlined,
  SafetyCertificateOutlined,
  ScheduleOutlined,
  SettingOutlined,
  ShareAltOutlined,
  StopOutlined,
  TagsOutlined,
  TeamOutlined,
  ToolOutlined,
} from '@ant-design/icons';
import { ADDRESSES, type OfferedPermission, type View } from '@sunfleet/contract';
import type { ReactNode } from 'react';
import {
  useAccount,
  useMayCallCheck,
  useMayCheck,
  usePersonal,
  type WholeRoute,
} from '../../lib/session/session-context.tsx';
import { useWaiting } from './use-waiting.ts';

/** A screen of the menu; its name is `common:screens.<key>`. */
export interface Screen {
  key:
    | 'ownStation'
    | 'stations'
    | 'overview'
    | 'alarms'
    | 'devices'
    | 'instructions'
    | 'firmware'
    | 'imports'
    | 'organisation'
    | 'permissions'
    | 'authorizations'
    | 'labels'
    | 'tariffs'
    | 'components'
    | 'tasks'
    | 'sims'
    | 'audit'
    | 'commands'
    | 'tools'
    | 'platform';
  path: string;
  icon: ReactNode;
  /** Any of them opens the screen; `any`: everybody but visitors. */
  permission: OfferedPermission | 'any' | readonly OfferedPermission[];
  /** The screen is for those alone who may call this as well. */
  route?: WholeRoute;
  /** Name by which a role shows or hides it. */
  view: View;
  group: 'monitoring' | 'administration';
  /**
   * Not in the personal edition. `unlessWaiting`: out of its menu while nothing waits for an answer; the address stays open, because
   * messages about offers lead there and nobody else can answer them.
   */
  professional?: true | 'unlessWaiting';
  /** In the menu of the personal edition alone; the address stays open to all. */
  personal?: true;
}

/** The screens that exist, in the order of the menu. */
export const SCREENS: readonly Screen[] = [
  {
    key: 'ownStation',
    view: 'stations',
    path: ADDRESSES.ownStation,
    icon: <HeartOutlined aria-hidden />,
    permission: 'stations.view',
    group: 'monitoring',
    personal: true,
  },
  {
    key: 'stations',
    view: 'stations',
    path: ADDRESSES.stations,
    icon: <HomeOutlined aria-hidden />,
    permission: 'stations.view',
    group: 'monitoring',
  },
  {
    key: 'overview',
    view: 'overview',
    path: ADDRESSES.overview,
    icon: <BarChartOutlined aria-hidden />,
    permission: 'stations.view',
    group: 'monitoring',
  },
  {
    key: 'alarms',
    view: 'alarms',
    path: ADDRESSES.alarms,
    icon: <AlertOutlined aria-hidden />,
    permission: 'alarms.view',
    group: 'monitoring',
  },
  {
    key: 'devices',
    view: 'devices',
    path: ADDRESSES.devices,
    icon: <AppstoreOutlined aria-hidden />,
    permission: 'devices.view',
    group: 'monitoring',
  },
  {
    key: 'instructions',
    view: 'devices',
    path: ADDRESSES.instructions,
    icon: <ControlOutlined aria-hidden />,
    permission: 'operations.view',
    group: 'monitoring',
    professional: true,
  },
  {
    key: 'firmware',
    view: 'devices',
    path: ADDRESSES.firmware,
    icon: <CloudServerOutlined aria-hidden />,
    permission: 'firmware.view',
    group: 'administration',
    professional: true,
  },
  {
    key: 'imports',
    view: 'imports',
    path: ADDRESSES.imports,
    icon: <CloudUploadOutlined aria-hidden />,
    permission: 'imports.run',
    group: 'administration',
    professional: true,
  },
  {
    key: 'organisation',
    view: 'organisation',
    path: ADDRESSES.organisations,
    icon: <TeamOutlined aria-hidden />,
    permission: ['organisations.view', 'members.view'],
    group: 'administration',
  },
  {
    key: 'permissions',
    view: 'permissions',
    path: ADDRESSES.roles,
    icon: <SafetyCertificateOutlined aria-hidden />,
    permission: 'roles.view',
    group: 'administration',
  },
  {
    key: 'authorizations',
    view: 'permissions',
    path: ADDRESSES.authorizations,
    icon: <ShareAltOutlined aria-hidden />,
    permission: 'any',
    group: 'administration',
    professional: 'unlessWaiting',
  },
  {
    key: 'labels',
    view: 'labels',
    path: ADDRESSES.labels,
    icon: <TagsOutlined aria-hidden />,
    permission: 'labels.view',
    group: 'administration',
    professional: true,
  },
  {
    key: 'tariffs',
    view: 'tariffs',
    path: ADDRESSES.tariffs,
    icon: <EuroOutlined aria-hidden />,
    permission: 'tariffs.view',
    group: 'administration',
  },
  {
    key: 'components',
    view: 'stations',
    path: ADDRESSES.components,
    icon: <BuildOutlined aria-hidden />,
    permission: 'stations.edit',
    group: 'administration',
    professional: true,
  },
  {
    key: 'tasks',
    view: 'devices',
    path: ADDRESSES.tasks,
    icon: <ScheduleOutlined aria-hidden />,
    permission: 'operations.view',
    group: 'administration',
    professional: true,
  },
  {
    key: 'sims',
    view: 'devices',
    path: ADDRESSES.sims,
    icon: <IdcardOutlined aria-hidden />,
    permission: 'sims.view',
    group: 'administration',
    professional: true,
  },
  {
    key: 'audit',
    view: 'audit',
    path: ADDRESSES.audit,
    icon: <AuditOutlined aria-hidden />,
    permission: 'audit.view',
    group: 'administration',
    professional: true,
  },
  {
    key: 'commands',
    view: 'organisation',
    path: ADDRESSES.commands,
    icon: <StopOutlined aria-hidden />,
    permission: 'organisations.manage',
    route: 'getOrganisationCommands',
    group: 'administration',
  },
  {
    key: 'tools',
    view: 'devices',
    path: ADDRESSES.tools,
    icon: <ToolOutlined aria-hidden />,
    permission: 'parameters.read',
    group: 'administration',
    professional: true,
  },
  {
    key: 'platform',
    view: 'platform',
    path: ADDRESSES.platform,
    icon: <SettingOutlined aria-hidden />,
    permission: 'platform.manage',
    group: 'administration',
  },
];

/** Pages that belong to a screen of the menu without standing below its address. */
const KIN: Readonly<Record<string, Screen['key']>> = {
  [ADDRESSES.station]: 'stations',
  [ADDRESSES.addStation]: 'stations',
  [ADDRESSES.addStations]: 'stations',
  [ADDRESSES.addOwnStation]: 'stations',
  [ADDRESSES.firstSteps]: 'stations',
  [ADDRESSES.endedStations]: 'stations',
  [ADDRESSES.topology]: 'stations',
  [ADDRESSES.device]: 'devices',
  [ADDRESSES.alarmStatistics]: 'alarms',
  [ADDRESSES.dataErrors]: 'alarms',
  [ADDRESSES.deviceBatch]: 'devices',
  [ADDRESSES.connectedDevices]: 'devices',
  [ADDRESSES.uploadItems]: 'devices',
  [ADDRESSES.points]: 'devices',
  [ADDRESSES.products]: 'devices',
  [ADDRESSES.localModes]: 'devices',
  [ADDRESSES.instructionSets]: 'instructions',
  [ADDRESSES.scheduledTasks]: 'tasks',
  [ADDRESSES.apiConsole]: 'tools',
};

/** The screen an address belongs to, marked in the menu. */
export function screenOf(pathname: string): Screen['key'] | undefined {
  const kin = Object.keys(KIN).find((path) => pathname.startsWith(path));
  return kin ? KIN[kin] : SCREENS.find(({ path }) => pathname.startsWith(path))?.key;
}

type Views = readonly View[] | null;

/** Whether the role shows a screen. Null stands for every screen that the permissions open. */
function shows(views: Views, { view }: Screen): boolean {
  return !views || views.includes(view);
}

/** The screen whose address this is, or stands above it. */
const screenAt = (pathname: string): Screen | undefined =>
  SCREENS.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));

/** Whether an address is that of a screen which the role hides, or stands below one. */
export function isHidden(pathname: string, views: Views): boolean {
  const screen = screenAt(pathname);
  return screen !== undefined && !shows(views, screen);
}

/** Whether only the professional edition has the page of an address. */
export const isProfessional = (pathname: string): boolean => screenAt(pathname)?.professional === true;

/** Screens the signed-in role may see and shows, in its edition. */
export function useScreens(): readonly Screen[] {
  const [may, mayCall] = [useMayCheck(), useMayCallCheck()];
  const personal = usePersonal();
  const waiting = useWaiting();
  const { views, visitor } = useAccount();
  const opens = ({ permission, route }: Screen) =>
    (permission === 'any' ? !visitor : [permission].flat().some(may)) && (!route || mayCall(route));
  const inEdition = (screen: Screen) =>
    personal
      ? !screen.professional || (screen.professional === 'unlessWaiting' && waiting > 0)
      : !screen.personal;
  return SCREENS.filter((screen) => opens(screen) && shows(views, screen) && inEdition(screen));
}
