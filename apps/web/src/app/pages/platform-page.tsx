import { Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import { choiceField, useUrlState } from '../../lib/url-state.ts';
import { Page } from '../../ui/page/page.tsx';
import { DisputeList } from '../../features/disputes/dispute-list.tsx';
import { OutboxList } from '../../features/outbox/outbox-list.tsx';
import { ThemesTab } from '../../features/themes/themes-tab.tsx';

const TABS = ['outbox', 'disputes', 'themes'] as const;
const FIELDS = { tab: choiceField(TABS, 'outbox') };

/** What belongs to the platform as a whole: messages on their way out, disputes over devices, and the look of each host. */
export function PlatformPage() {
  const { t } = useTranslation(['common', 'outbox', 'disputes', 'themes']);
  const [{ tab }, set] = useUrlState(FIELDS);
  return (
    <Page
      help="platform"
      title={t('screens.platform')}
      permission="platform.manage"
      toolbar={
        <Tabs
          style={{ width: '100%', marginBottom: -12 }}
          activeKey={tab}
          items={TABS.map((key) => ({ key, label: t(`${key}:title`) }))}
          onChange={(key) => set({ tab: TABS.find((each) => each === key)! }, { push: true })}
        />
      }
    >
      {tab === 'outbox' ? <OutboxList /> : null}
      {tab === 'disputes' ? <DisputeList /> : null}
      {tab === 'themes' ? <ThemesTab /> : null}
    </Page>
  );
}
