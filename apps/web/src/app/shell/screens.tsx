import {
  AlertOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  CloudUploadOutlined,
  HomeOutlined,
} from '@ant-design/icons';
import type { Permission } from '@sunfleet/contract';
import type { ReactNode } from 'react';
import { useMayCheck } from '../../lib/session/session-context.tsx';

/** A screen of the menu; its name is `common:screens.<key>`. */
export interface Screen {
  key: 'stations' | 'overview' | 'alarms' | 'devices' | 'imports';
  path: string;
  icon: ReactNode;
  permission: Permission;
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

/** Screens the signed-in role may see. */
export function useScreens(): readonly Screen[] {
  const may = useMayCheck();
  return SCREENS.filter(({ permission }) => may(permission));
}
