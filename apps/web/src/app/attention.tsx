import type { InputOf } from '@sunfleet/api-client';
import { useEffect } from 'react';
import { useCall } from '../lib/call/use-call.ts';
import { useMay } from '../lib/session/session-context.tsx';
import { useStored } from '../lib/use-stored.ts';
import { setOpenEmergencies } from '../lib/title.ts';
import { applyIcon } from './theme/apply-theme.ts';
import { storedTheme } from './theme/stored-theme.ts';

/** Milliseconds between two reads, for times in which the live stream is closed. */
const LOOK_MS = 60_000;

const EMERGENCIES: InputOf<'listAlarms'> = { query: { state: 'active', level: ['emergency'], pageSize: 1 } };

/** Shows open emergency alarms in the tab's title and icon. Draws nothing. */
export function Attention() {
  const enabled = useMay('alarms.view');
  const theme = useStored(storedTheme);
  const { data } = useCall('listAlarms', EMERGENCIES, { enabled, refetchMs: LOOK_MS });
  const open = data?.total ?? 0;
  useEffect(() => {
    setOpenEmergencies(open);
    applyIcon(theme, open > 0);
    return () => setOpenEmergencies(0);
  }, [open, theme]);
  return null;
}
