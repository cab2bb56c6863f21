import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { textRule } from '../rules.ts';
import { runWindow } from '../run-window.ts';
import { RUN_DEVICE_STATES } from '../run-words.ts';
import { clockRule, momentRule } from '../task-rules.ts';
import { MISSED_POLICIES, TASK_RUN_STATES, TASK_STATES } from '../task-words.ts';
import { csvOf, id, idParam, time } from '../vocabulary.ts';

const tag = 'tasks';
const clock = ruled(clockRule);

const schedule = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('now') }),
  /** On the clock of the task's zone. */
  z.object({ kind: z.literal('once'), at: ruled(momentRule) }),
  z.object({ kind: z.literal('daily'), time: clock }),
  z.object({
    kind: z.literal('weekly'),
    time: clock,
    /** 1 is Monday. */
    days: z
      .array(z.number().int().min(1).max(7))
      .max(7)
      .superRefine((days, context) => {
        if (days.length === 0) context.addIssue({ code: 'custom', params: { rule: 'taskDaysEmpty' } });
      }),
  }),
  /** Minute, hour, day of the month, month, day of the week. */
  z.object({ kind: z.literal('cron'), expression: z.string().trim().max(100) }),
]);
export type TaskSchedule = z.infer<typeof schedule>;

const planned = { schedule, timeZone: z.string().max(64) };

export const taskInput = z.object({
  name: ruled((text) => textRule(text, 'nameEmpty', 64)),
  instructionSetId: id,
  /** The union of what is named, looked up each time it begins. */
  target: z.object({
    deviceIds: z.array(id).max(LIMITS.devicesPerRun).default([]),
    stationIds: z.array(id).max(LIMITS.stationsAtOnce).default([]),
    labelIds: z.array(id).max(LIMITS.labelledAtOnce).default([]),
    batchIds: z.array(id).max(LIMITS.batchesAtOnce).default([]),
  }),
  ...planned,
  window: runWindow,
  missed: z.enum(MISSED_POLICIES).default('skip'),
  /** Devices at a time. */
  concurrency: z.number().int().min(1).max(LIMITS.runConcurrency).default(10),
  /** Minutes after which a device that has not begun does not begin. */
  minutes: z.number().int().min(1).max(LIMITS.runMinutes).default(60),
  reason: z.string().trim().max(LIMITS.changeReason).default(''),
});
export type TaskInput = z.input<typeof taskInput>;

const devices = z.record(z.enum(RUN_DEVICE_STATES), z.number().int());

const taskRun = z.object({
  /** When it was due. */
  dueAt: time,
  at: time,
  state: z.enum(TASK_RUN_STATES),
  /** Why it did not begin. */
  reason: z.string().nullable(),
  runId: id.nullable(),
  /** Of its devices so many are so far; null where it did not begin. */
  devices: devices.nullable(),
});
export type TaskRun = z.infer<typeof taskRun>;

const task = taskInput.extend({
  id,
  /** Null: the set is gone, and the task fails when it is due. */
  instructionSetId: id.nullable(),
  instructionSet: z.string().nullable(),
  state: z.enum(TASK_STATES),
  by: z.object({ id, name: z.string() }).nullable(),
  createdAt: time,
  /** The next times at which it begins, five at most. */
  next: z.array(time),
  last: taskRun.nullable(),
  revision: z.number().int(),
});
export type Task = z.infer<typeof task>;

const ofTask = { tag, auth: 'session', scope: 'organisation', params: idParam } as const;
const directs = { ...ofTask, method: 'POST', permission: 'operations.run', output: task } as const;

export const listTasks = route({
  tag,
  auth: 'session',
  permission: 'operations.view',
  scope: 'organisation',
  method: 'GET',
  path: '/tasks',
  summary: 'What is done to devices at a time or again and again, those that begin next at first',
  query: pageQuery.extend({
    id: z.coerce.number().int().positive().optional(),
    q: z.string().trim().max(100).optional(),
    state: csvOf(z.enum(TASK_STATES)).optional(),
    /** Those with a time: once, daily, weekly or by cron. */
    timed: z.stringbool().optional(),
  }),
  output: pageOf(task).extend({ counts: z.record(z.enum(TASK_STATES), z.number().int()) }),
});

export const listStationTasks = route({
  tag,
  auth: 'session',
  permission: 'operations.view',
  scope: 'station',
  method: 'GET',
  path: '/stations/:id/tasks',
  summary:
    'Tasks that name a station, a device of it or a label that these carry, those that begin next at first',
  params: idParam,
  query: pageQuery.extend({ state: csvOf(z.enum(TASK_STATES)).optional() }),
  output: pageOf(task),
});

export const listTaskRuns = route({
  ...ofTask,
  method: 'GET',
  permission: 'operations.view',
  path: '/tasks/:id/runs',
  summary: 'When a task was due and what became of it, newest first',
  query: pageQuery,
  output: pageOf(taskRun),
});

export const previewTask = route({
  tag,
  auth: 'session',
  permission: 'operations.view',
  scope: 'none',
  method: 'POST',
  reads: true,
  path: '/tasks/preview',
  summary: 'The next five times of a schedule in a zone, as far as they come within nine years',
  // An expression may make the server look through decades of days.
  ratePerMinute: 60,
  body: z.object(planned),
  output: z.object({ next: z.array(time) }),
});

export const createTask = route({
  tag,
  auth: 'session',
  permission: 'operations.run',
  scope: 'organisation',
  reach: 'part',
  method: 'POST',
  path: '/tasks',
  summary: 'Run a set of instructions on devices now, at a time, or again and again',
  stepUp: true,
  body: taskInput,
  bodyEntries: LIMITS.devicesPerRun,
  output: task,
});

export const updateTask = route({
  ...ofTask,
  method: 'PUT',
  permission: 'operations.run',
  reach: 'part',
  path: '/tasks/:id',
  summary: 'Change a task; what began goes on as it began',
  stepUp: true,
  body: z.object({ task: taskInput, revision: z.number().int().nonnegative() }),
  bodyEntries: LIMITS.devicesPerRun,
  output: task,
});

export const startTask = route({
  ...directs,
  path: '/tasks/:id/start',
  reach: 'part',
  summary: 'Begin a task now, beside its times',
  stepUp: true,
});

export const suspendTask = route({
  ...directs,
  path: '/tasks/:id/suspend',
  reach: 'part',
  summary: 'Let nothing of a task begin until it is resumed; what is at a device already ends',
});

export const resumeTask = route({
  ...directs,
  path: '/tasks/:id/resume',
  reach: 'part',
  summary: 'Go on with a task that was suspended, from its next time on',
  stepUp: true,
});

export const stopTask = route({
  ...directs,
  path: '/tasks/:id/stop',
  reach: 'part',
  summary: 'End a task: nothing of it begins any more; what is at a device already ends',
  stops: true,
});

export const deleteTask = route({
  ...ofTask,
  method: 'DELETE',
  permission: 'operations.manage',
  reach: 'part',
  path: '/tasks/:id',
  summary: 'Remove a task that does not execute; its runs stay',
  output: z.null(),
});
