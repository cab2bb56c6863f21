import type { InputOf } from '@sunfleet/api-client';
import type { Alarm } from '@sunfleet/contract';
import { useEffect, useRef, useState } from 'react';
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

const EMERGENCIES: InputOf<'listAlarms'> = {
  query: { state: 'active', level: ['emergency'], sort: 'beganAt', pageSize: 1 },
};

/** Shows open emergency alarms in the tab's title and icon, and sounds for new ones where this browser is asked to. Draws nothing. */
export function Attention() {
  const enabled = useMay('alarms.view');
  const theme = useStored(storedTheme);
  const { data } = useCall('listAlarms', EMERGENCIES, { enabled, refetchMs: LOOK_MS });
  const open = data?.total ?? 0;
  useLiveAlarms('watched', { enabled: useMay('telemetry.view') && enabled });
  useSound(data?.rows[0]);
  useEffect(() => {
    setOpenEmergencies(open);
    applyIcon(theme, open > 0);
    return () => setOpenEmergencies(0);
  }, [open, theme]);
  return null;
}

/** Sounds for an emergency that began after the page was opened. */
function useSound(newest: Alarm | undefined): void {
  const isOn = useStored(storedAlarmSound);
  const [opened] = useState(() => Date.now());
  const heard = useRef(0);
  useEffect(() => {
    if (!newest || newest.beganAt <= Math.max(opened, heard.current)) return;
    heard.current = newest.beganAt;
    if (isOn && newest.handling === 'unhandled') void soundAlarm();
  }, [newest, isOn, opened]);
}
