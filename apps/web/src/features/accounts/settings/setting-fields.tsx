import {
  APPEARANCES,
  FLEET_CLOCKS,
  LANGUAGES,
  type Settings,
  START_PAGES,
  TEMPERATURE_UNITS,
} from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from '../../../lib/i18n/languages.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { currencies } from '../../../lib/format/currencies.ts';
import { usePersonal } from '../../../lib/session/session-context.tsx';
import { temperatureHere } from '../../../lib/settings/temperature-of.ts';
import { useChangeSettings } from '../../../parts/accounts/use-settings.ts';
import { Choice } from '../../../ui/form/field.tsx';

interface SettingProps {
  settings: Settings;
}

/** The language of the account, or the browser's. */
export function LanguageSetting({ settings }: SettingProps) {
  const { t } = useTranslation('common');
  const words = useTranslation('settings');
  const change = useChangeSettings();
  return (
    <Choice
      label={t('appearance.language')}
      value={settings.language ?? ''}
      options={[
        { value: '', label: words.t('settings.asBrowser') },
        ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
      ]}
      onChange={(value) => change({ language: LANGUAGES.find((known) => known === value) ?? null })}
    />
  );
}

/** Light, dark, or as the system. */
export function AppearanceSetting({ settings }: SettingProps) {
  const { t } = useTranslation('common');
  const change = useChangeSettings();
  return (
    <Choice
      label={t('appearance.theme')}
      value={settings.appearance}
      options={APPEARANCES.map((value) => ({ value, label: t(`appearance.${value}`) }))}
      onChange={(value) => change({ appearance: APPEARANCES.find((known) => known === value)! })}
    />
  );
}

const SIGNS = { celsius: '°C', fahrenheit: '°F' } as const;

/** The unit temperatures are read in. */
export function TemperatureSetting({ settings }: SettingProps) {
  const { t } = useTranslation('settings');
  const change = useChangeSettings();
  return (
    <Choice
      label={t('settings.temperature')}
      value={settings.temperatureUnit ?? ''}
      options={[
        { value: '', label: t('settings.asRegion', { unit: SIGNS[temperatureHere()] }) },
        ...TEMPERATURE_UNITS.map((value) => ({ value, label: t(`settings.${value}`) })),
      ]}
      onChange={(value) =>
        change({ temperatureUnit: TEMPERATURE_UNITS.find((known) => known === value) ?? null })
      }
    />
  );
}

/** The currency that sums over several currencies are told in, or the one of the exchange rates. */
export function CurrencySetting({ settings }: SettingProps) {
  const { t } = useTranslation('settings');
  const change = useChangeSettings();
  const language = useLanguage();
  return (
    <Choice
      label={t('settings.currency')}
      value={settings.currency ?? ''}
      options={[
        { value: '', label: t('settings.asRates') },
        ...currencies(language).map(({ code, name }) => ({ value: code, label: `${code} – ${name}` })),
      ]}
      onChange={(code) => change({ currency: code || null })}
    />
  );
}

/** By whose clock the overview of all stations is drawn. */
export function ClockSetting({ settings }: SettingProps) {
  const { t } = useTranslation('settings');
  const change = useChangeSettings();
  return (
    <Choice
      label={t('settings.fleetClock')}
      value={settings.fleetClock}
      options={FLEET_CLOCKS.map((value) => ({ value, label: t(`settings.clock.${value}`) }))}
      onChange={(value) => change({ fleetClock: FLEET_CLOCKS.find((known) => known === value)! })}
    />
  );
}

/** A Monday; the days of a week are counted from it. */
const MONDAY = Date.UTC(2026, 0, 5);

/** The day weeks begin on. */
export function WeekSetting({ settings }: SettingProps) {
  const { t } = useTranslation('settings');
  const change = useChangeSettings();
  const names = new Intl.DateTimeFormat(useLanguage(), { weekday: 'long', timeZone: 'UTC' });
  return (
    <Choice
      label={t('settings.weekStart')}
      value={String(settings.weekStart)}
      options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({
        value: String(day),
        label: names.format(MONDAY + (day - 1) * 86_400_000),
      }))}
      onChange={(day) => change({ weekStart: Number(day) })}
    />
  );
}

/** The page shown after signing in. */
export function StartSetting({ settings }: SettingProps) {
  const { t } = useTranslation('settings');
  const screens = useTranslation('common');
  const change = useChangeSettings();
  const personal = usePersonal();
  const pages = START_PAGES.filter((page) => personal || page !== 'ownStation');
  return (
    <Choice
      label={t('settings.startPage')}
      value={pages.find((page) => page === settings.startPage) ?? 'stations'}
      options={pages.map((value) => ({ value, label: screens.t(`screens.${value}`) }))}
      onChange={(value) => change({ startPage: START_PAGES.find((known) => known === value)! })}
    />
  );
}
