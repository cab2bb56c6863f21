import { FLEET_CLOCKS } from '@sunfleet/contract';
import { Segmented } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { storedPreferences } from '../../lib/settings/preferences.ts';
import { zoneName } from '../../lib/time/zone.ts';
import { choiceField, useUrlState } from '../../lib/url-state.ts';
import { useStored } from '../../lib/use-stored.ts';
import { useChangeSettings } from '../../parts/accounts/use-settings.ts';

/** By whose clock the fleet is drawn: the viewer's, or that of each station. */
export type FleetClock = (typeof FLEET_CLOCKS)[number];

export const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const FIELDS = { clock: choiceField(FLEET_CLOCKS, undefined) };

/** The clock that the address names, else the one of the person's settings; a choice is kept in both. */
export function useFleetClock(): [FleetClock, (clock: FleetClock) => void] {
  const [{ clock }, setState] = useUrlState(FIELDS);
  const { fleetClock } = useStored(storedPreferences);
  const changeSettings = useChangeSettings();
  const choose = useCallback(
    (chosen: FleetClock) => {
      setState({ clock: chosen });
      changeSettings({ fleetClock: chosen });
    },
    [setState, changeSettings],
  );
  return [clock ?? fleetClock, choose];
}

interface ClockChoiceProps {
  clock: FleetClock;
  onClock: (clock: FleetClock) => void;
}

export function ClockChoice({ clock, onClock }: ClockChoiceProps) {
  const { t } = useTranslation('portfolio');
  return (
    <Segmented
      aria-label={t('clock.label')}
      value={clock}
      options={FLEET_CLOCKS.map((value) => ({ value, label: t(`clock.${value}`) }))}
      onChange={onClock}
    />
  );
}

/** What stands below an axis of times or of days: whose they are. */
export function useAxisOf(): (of: 'time' | 'days', clock: FleetClock) => string {
  const { t } = useTranslation('portfolio');
  return useCallback(
    (of, clock) =>
      clock === 'station'
        ? t(`clock.${of}OfStations`)
        : t(`clock.${of}In`, { zone: zoneName(OWN_ZONE, Date.now()) }),
    [t],
  );
}
