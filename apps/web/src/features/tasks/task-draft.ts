import {
  clockRule,
  LIMITS,
  type MISSED_POLICIES,
  momentRule,
  type Rule,
  type Task,
  type TASK_SCHEDULES,
  type TaskInput,
  type TaskSchedule,
  textRule,
} from '@sunfleet/contract';
import { noWindow, windowFault, windowOf, type WindowDraft } from '../../parts/runs/window-fields.tsx';

/** What is typed of a task. */
export interface TaskDraft extends WindowDraft {
  name: string;
  /** Id as text; empty: none is chosen. */
  setId: string;
  target: Task['target'];
  kind: (typeof TASK_SCHEDULES)[number];
  at: string;
  time: string;
  days: readonly number[];
  expression: string;
  timeZone: string;
  missed: (typeof MISSED_POLICIES)[number];
  concurrency: string;
  minutes: string;
  reason: string;
}

export function draftOf(task: Task | undefined, batch?: number): TaskDraft {
  const schedule: TaskSchedule = task?.schedule ?? { kind: 'now' };
  return {
    name: task?.name ?? '',
    setId: task?.instructionSetId ? String(task.instructionSetId) : '',
    target: task?.target ?? {
      deviceIds: [],
      stationIds: [],
      labelIds: [],
      batchIds: batch === undefined ? [] : [batch],
    },
    kind: schedule.kind,
    at: schedule.kind === 'once' ? schedule.at : '',
    time: 'time' in schedule ? schedule.time : '03:00',
    days: schedule.kind === 'weekly' ? schedule.days : [1],
    expression: schedule.kind === 'cron' ? schedule.expression : '0 3 1 * *',
    timeZone: task?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    ...noWindow,
    ...(task?.window ? { hasWindow: true, ...task.window } : {}),
    missed: task?.missed ?? 'skip',
    concurrency: String(task?.concurrency ?? 10),
    minutes: String(task?.minutes ?? 60),
    reason: task?.reason ?? '',
  };
}

/** Rules that a draft breaks, by field; `set`, `target` and numbers have none of their own. */
export function draftFaults(draft: TaskDraft): ReadonlyMap<keyof TaskDraft, Rule> {
  const faults = new Map<keyof TaskDraft, Rule | undefined>([
    ['name', textRule(draft.name, 'nameEmpty', 64)],
  ]);
  const { kind } = draft;
  if (kind === 'once') faults.set('at', momentRule(draft.at));
  if (kind === 'daily' || kind === 'weekly') faults.set('time', clockRule(draft.time));
  if (kind === 'weekly' && draft.days.length === 0) faults.set('days', 'taskDaysEmpty');
  faults.set('from', windowFault(draft));
  return new Map([...faults].flatMap(([field, rule]) => (rule ? [[field, rule] as const] : [])));
}

/** Whether everything is chosen that has no rule of its own. */
export function isComplete({ setId, target, concurrency, minutes }: TaskDraft): boolean {
  const isTargeted = Object.values(target).some((ids: readonly number[]) => ids.length > 0);
  const isWithin = (text: string, most: number) =>
    /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;
  return (
    setId !== '' &&
    isTargeted &&
    isWithin(concurrency, LIMITS.runConcurrency) &&
    isWithin(minutes, LIMITS.runMinutes)
  );
}

export function scheduleOf(draft: TaskDraft): TaskSchedule {
  const { kind, at, time, days, expression } = draft;
  if (kind === 'once') return { kind, at };
  if (kind === 'daily') return { kind, time };
  if (kind === 'weekly') return { kind, time, days: [...days] };
  if (kind === 'cron') return { kind, expression: expression.trim() };
  return { kind };
}

export const inputOf = (draft: TaskDraft): TaskInput => ({
  name: draft.name.trim(),
  instructionSetId: Number(draft.setId),
  target: draft.target,
  schedule: scheduleOf(draft),
  timeZone: draft.timeZone,
  window: windowOf(draft),
  missed: draft.missed,
  concurrency: Number(draft.concurrency),
  minutes: Number(draft.minutes),
  reason: draft.reason.trim(),
});
