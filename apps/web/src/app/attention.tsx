import type { InputOf } from '@sunfleet/api-client';
import type { Alarm } from '@sunfleet/contract';
import { useEffect, useRef } from 'react';
import { soundAlarm, storedAlarmSound } from '../lib/alarm-sound.ts';
import { useCall } from '../lib/call/use-call.ts';
import { useLiveAlarms } from '../lib/live/use-live.ts';
import { useMay } from '../lib/session/session-context.tsx';
import { useStored } from '../lib/use-stored.ts';
import { setOpenEmergencies } from '../lib/title.ts';
import { applyIcon } from './theme/apply-theme.ts';
import { storedTheme } from './theme/stored-theme.ts';

/** Milliseconds between two reads, for times in which the live stream is closed. */
const LOOK_MS = 60_000;

/** Some rules raise an alarm long after it began, so that a new one need not be the one that began last. */
const EMERGENCIES: InputOf<'listAlarms'> = {
  query: { state: 'active', level: ['emergency'], sort: 'beganAt', pageSize: 20 },
};

/** Shows open emergency alarms in the tab's title and icon, and sounds for new ones where this browser is asked to. Draws nothing. */
export function Attention() {
  const enabled = useMay('alarms.view');
  const theme = useStored(storedTheme);
  const { data } = useCall('listAlarms', EMERGENCIES, { enabled, refetchMs: LOOK_MS });
  const open = data?.total ?? 0;
  useLiveAlarms('watched', { enabled: useMay('telemetry.view') && enabled });
  useSound(data?.rows);
  useEffect(() => {
    setOpenEmergencies(open);
    applyIcon(theme, open > 0);
    return () => setOpenEmergencies(0);
  }, [open, theme]);
  return null;
}

/** Sounds for emergencies that came after the page was opened. */
function useSound(emergencies: readonly Alarm[] | undefined): void {
  const isOn = useStored(storedAlarmSound);
  const known = useRef<Set<number>>(undefined);
  useEffect(() => {
    if (!emergencies) return;
    const fresh = emergencies.filter(({ id }) => known.current && !known.current.has(id));
    known.current = new Set([...(known.current ?? []), ...emergencies.map(({ id }) => id)]);
    if (isOn && fresh.some(({ handling }) => handling === 'unhandled')) void soundAlarm();
  }, [emergencies, isOn]);
}
