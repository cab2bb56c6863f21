import { RUN_DEVICE_STATES, type TaskRun, type TaskRunState, type TaskState } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { type Format, useFormat } from '../../lib/format/use-format.ts';
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

/** What became of a task when it was due: its devices once it began, else why it did not. */
export function TaskRunOutcome({ run }: { run: Pick<TaskRun, 'state' | 'devices' | 'reason'> }) {
  const { t } = useTranslation(['tasks', 'runs']);
  const format = useFormat();
  const { state, devices, reason } = run;
  const told = state === 'started' && devices ? devicesText(t, format, devices) : '';
  return (
    <>
      <ToneBadge tone={toneOfRun(run)}>{told || t(`run.${state}`)}</ToneBadge>
      {reason ? <span> {reason}</span> : null}
    </>
  );
}

/** One device that failed counts more than all that are done or under way. */
function toneOfRun({ state, devices }: Pick<TaskRun, 'state' | 'devices'>): StatusTone {
  if (state !== 'started' || !devices) return TONE_OF_RUN[state];
  if (devices.failed > 0) return 'emergency';
  if (devices.unknown + devices.expired + devices.cancelled > 0) return 'general';
  return devices.waiting + devices.running > 0 ? 'connecting' : 'normal';
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
