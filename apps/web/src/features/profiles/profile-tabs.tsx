import type { Profile } from '@sunfleet/device-model';
import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { choiceField, useUrlState } from '../../lib/url-state.ts';
import { CoverageTab } from './coverage-tab.tsx';
import { FaultsTab } from './faults-tab.tsx';
import { LiveTab } from './live-tab.tsx';
import { ParametersTab } from './parameters-tab.tsx';
import { PointsTab } from './points-tab.tsx';
import { SimulateTab } from './simulate-tab.tsx';

const TABS = ['points', 'faults', 'parameters', 'coverage', 'simulate', 'live'] as const;
const FIELDS = { tab: choiceField(TABS, 'points') };

/** What a profile says, and the ways to test it. */
export function ProfileTabs({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profiles');
  const [{ tab }, set] = useUrlState(FIELDS);
  const pages = {
    points: <PointsTab profile={profile} />,
    faults: <FaultsTab profile={profile} />,
    parameters: <ParametersTab profile={profile} />,
    coverage: <CoverageTab profile={profile} />,
    simulate: <SimulateTab profile={profile} />,
    live: <LiveTab profile={profile} />,
  };
  return (
    <Tabs
      activeKey={tab}
      destroyOnHidden
      items={TABS.map((key) => ({ key, label: t(`tab.${key}`), children: pages[key] }))}
      onChange={(key) => set({ tab: TABS.find((each) => each === key)! })}
    />
  );
}
