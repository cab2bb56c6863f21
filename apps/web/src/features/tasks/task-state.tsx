import { RUN_DEVICE_STATES, type TaskRun, type TaskRunState, type TaskState } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Format } from '../../lib/format/use-format.ts';
import type { StatusTone } from '../../ui/status/status-tone.ts';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';

const TONE_OF_TASK: Readonly<Record<TaskState, StatusTone>> = {
  waiting: 'standby',
  executing: 'connecting',
  suspended: 'general',
  finished: 'normal',
};

const TONE_OF_RUN: Readonly<Record<TaskRunState, StatusTone>> = {
  started: 'normal',
  missed: 'general',
  busy: 'general',
  failed: 'emergency',
};

export function TaskStateBadge({ state }: { state: TaskState }) {
  const { t } = useTranslation('tasks');
  return <ToneBadge tone={TONE_OF_TASK[state]}>{t(`state.${state}`)}</ToneBadge>;
}

export function TaskRunBadge({ run: { state, devices } }: { run: Pick<TaskRun, 'state' | 'devices'> }) {
  const { t } = useTranslation('tasks');
  const failed = state === 'started' && devices !== null && devices.failed > 0;
  return <ToneBadge tone={failed ? 'emergency' : TONE_OF_RUN[state]}>{t(`run.${state}`)}</ToneBadge>;
}

/** How many devices are how far: `Done 8 · Failed 1`. */
export function devicesText(
  t: TFunction<['tasks', 'runs']>,
  format: Format,
  devices: TaskRun['devices'],
): string {
  if (!devices) return '';
  return RUN_DEVICE_STATES.filter((state) => devices[state] > 0)
    .map((state) => `${t(`deviceState.${state}`, { ns: 'runs' })} ${format.number(devices[state], 0)}`)
    .join(' · ');
}
