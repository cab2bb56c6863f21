import {
  AlertOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  CloudUploadOutlined,
  HomeOutlined,
  SafetyCertificateOutlined,
  TeamOutlined,
} from '@ant-design/icons';
import { type Permission, type View, VIEWS } from '@sunfleet/contract';
import type { ReactNode } from 'react';
import { useAccount, useMayCheck } from '../../lib/session/session-context.tsx';

/** A screen of the menu; its name is `common:screens.<key>`. */
export interface Screen {
  key: 'stations' | 'overview' | 'alarms' | 'devices' | 'imports' | 'organisation' | 'permissions';
  path: string;
  icon: ReactNode;
  /** Any of them opens the screen. */
  permission: Permission | readonly Permission[];
  /** The view of a role that shows or hides it; the one of the same name where absent. */
  view?: View;
  group: 'monitoring' | 'administration';
}

/** The screens that exist, in the order of the menu. */
export const SCREENS: readonly Screen[] = [
  {
    key: 'stations',
    path: '/platformPro/devOps/powerStation',
    icon: <HomeOutlined aria-hidden />,
    permission: 'stations.view',
    group: 'monitoring',
  },
  {
    key: 'overview',
    path: '/platformPro/devOps/data-overview',
    icon: <BarChartOutlined aria-hidden />,
    permission: 'stations.view',
    group: 'monitoring',
  },
  {
    key: 'alarms',
    path: '/platformPro/devOps/warning',
    icon: <AlertOutlined aria-hidden />,
    permission: 'alarms.view',
    group: 'monitoring',
  },
  {
    key: 'devices',
    path: '/platformPro/equipment/library',
    icon: <AppstoreOutlined aria-hidden />,
    permission: 'devices.view',
    group: 'monitoring',
  },
  {
    key: 'imports',
    path: '/platformPro/system/imports',
    icon: <CloudUploadOutlined aria-hidden />,
    permission: 'imports.run',
    group: 'administration',
  },
  {
    key: 'organisation',
    path: '/platformPro/service/organizationInfor',
    icon: <TeamOutlined aria-hidden />,
    permission: ['organisations.view', 'members.view'],
    group: 'administration',
  },
  {
    key: 'permissions',
    path: '/platformPro/service/permissionSetting',
    icon: <SafetyCertificateOutlined aria-hidden />,
    permission: 'roles.view',
    group: 'administration',
  },
];

/** Pages that belong to a screen of the menu without standing below its address. */
const KIN: Readonly<Record<string, Screen['key']>> = {
  '/station-detail': 'stations',
  '/platformPro/equipment/device_detail': 'devices',
};

/** The screen an address belongs to, marked in the menu. */
export function screenOf(pathname: string): Screen['key'] | undefined {
  const kin = Object.keys(KIN).find((path) => pathname.startsWith(path));
  return kin ? KIN[kin] : SCREENS.find(({ path }) => pathname.startsWith(path))?.key;
}

type Views = readonly View[] | null;

/** Whether the role shows a screen; null: all that the permissions open. */
function shows(views: Views, { key, view }: Screen): boolean {
  const name = view ?? VIEWS.find((each) => each === key);
  return !views || name === undefined || views.includes(name);
}

/** Whether an address is that of a screen which the role hides, or stands below one. */
export function isHidden(pathname: string, views: Views): boolean {
  const screen = SCREENS.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return screen !== undefined && !shows(views, screen);
}

/** Screens the signed-in role may see and shows. */
export function useScreens(): readonly Screen[] {
  const may = useMayCheck();
  const { views } = useAccount();
  return SCREENS.filter((screen) => [screen.permission].flat().some(may) && shows(views, screen));
}
