import { useTranslation } from 'react-i18next';
import { useSettings } from '../../../parts/accounts/use-settings.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import {
  AppearanceSetting,
  ClockSetting,
  CurrencySetting,
  LanguageSetting,
  StartSetting,
  TemperatureSetting,
  WeekSetting,
} from './setting-fields.tsx';
import tabStyles from '../../../parts/accounts/tab.module.css';
import styles from './settings.module.css';

/** How the product looks, speaks and counts, on every device of the account. */
export function SettingsTab() {
  const { t } = useTranslation('settings');
  const settings = useSettings();
  const { data } = settings;
  return (
    <Card title={t('tab.settings')}>
      <Loaded loading={settings}>
        {data ? (
          <div className={tabStyles.tab}>
            <p className={styles.muted}>{t('settings.hint')}</p>
            <div className={styles.fields}>
              <LanguageSetting settings={data} />
              <AppearanceSetting settings={data} />
              <TemperatureSetting settings={data} />
              <CurrencySetting settings={data} />
              <WeekSetting settings={data} />
              <StartSetting settings={data} />
              <ClockSetting settings={data} />
            </div>
          </div>
        ) : null}
      </Loaded>
    </Card>
  );
}
