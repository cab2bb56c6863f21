import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { route } from '../route.ts';
import { RUN_DEVICE_STATES, RUN_KINDS, RUN_STATES, STEP_FAILURES, STEP_STATES } from '../run-words.ts';
import { csvOf, id, idParam, time } from '../vocabulary.ts';

const tag = 'runs';
const ofRun = { tag, auth: 'session', scope: 'organisation', params: idParam } as const;
const reads = { ...ofRun, method: 'GET', permission: 'parameters.read' } as const;
/** Whoever started a run directs it, and who manages operations. */
const directs = {
  ...ofRun,
  method: 'POST',
  permission: 'parameters.write',
  output: z.null(),
} as const;

const person = z.object({ id, name: z.string() }).nullable();
const count = z.number().int();

const run = z.object({
  id,
  kind: z.enum(RUN_KINDS),
  name: z.string(),
  state: z.enum(RUN_STATES),
  /** Nothing is written. */
  dryRun: z.boolean(),
  /** Null: an account that is gone. */
  by: person,
  reason: z.string(),
  createdAt: time,
  /** What has not begun by then does not begin. Null: it waits for as long as it takes. */
  expiresAt: time.nullable(),
  endedAt: time.nullable(),
  devices: z.record(z.enum(RUN_DEVICE_STATES), count),
  /** Whether the caller may suspend and stop it. */
  mayDirect: z.boolean(),
  /** Whether the caller may let it go on, because it is suspended and the caller could begin it. */
  mayResume: z.boolean(),
  /** Whether the caller may have tried again what failed: not what a second person approved too long ago. */
  mayRetry: z.boolean(),
});
export type Run = z.infer<typeof run>;

const step = z.object({
  /** Which parameter or instruction. */
  key: z.string(),
  state: z.enum(STEP_STATES),
  before: z.number().nullable(),
  after: z.number().nullable(),
  /** What came back as hex digits, where it is no single value. */
  answer: z.string().nullable(),
  failure: z.enum(STEP_FAILURES).nullable(),
  /** Words of the device. */
  detail: z.string().nullable(),
});
export type RunStep = z.infer<typeof step>;

const runDevice = z.object({
  device: z.object({ id, sn: z.string(), name: z.string().nullable() }),
  state: z.enum(RUN_DEVICE_STATES),
  /** Grows when what failed is tried again. */
  attempt: count,
  failure: z.enum(STEP_FAILURES).nullable(),
  detail: z.string().nullable(),
  steps: z.array(step),
  startedAt: time.nullable(),
  endedAt: time.nullable(),
  /** The run that is at the device while this one waits; without number and person where it is another organisation's. */
  behind: z.object({ runId: id.nullable(), by: person }).nullable(),
});
export type RunDevice = z.infer<typeof runDevice>;

export const listRuns = route({
  tag,
  auth: 'session',
  scope: 'organisation',
  method: 'GET',
  permission: 'operations.view',
  path: '/runs',
  summary: 'What was started on devices, newest first, with how many are how far',
  query: pageQuery.extend({
    kind: z.enum(RUN_KINDS).optional(),
    state: z.enum(RUN_STATES).optional(),
    /** Those that were started on this batch of devices. */
    batchId: z.coerce.number().int().positive().optional(),
  }),
  output: pageOf(run),
});

export const listStationRuns = route({
  tag,
  auth: 'session',
  scope: 'station',
  method: 'GET',
  permission: 'parameters.read',
  path: '/stations/:id/runs',
  summary: 'What was started on devices of a station, newest first, with how many of these are how far',
  params: idParam,
  query: pageQuery.extend({
    kind: csvOf(z.enum(RUN_KINDS)).optional(),
    state: csvOf(z.enum(RUN_STATES)).optional(),
  }),
  output: pageOf(
    run.omit({ mayDirect: true, mayResume: true, mayRetry: true }).extend({
      /** Whether the caller may read the run with all of its devices. */
      mayRead: z.boolean(),
    }),
  ),
});

export const getRun = route({
  ...reads,
  path: '/runs/:id',
  summary: 'What became of something that was started on devices, with how many are how far',
  output: run,
});

export const listRunDevices = route({
  ...reads,
  path: '/runs/:id/devices',
  summary: 'Devices of a run, each with what became of it step by step',
  query: pageQuery.extend({ state: z.enum(RUN_DEVICE_STATES).optional() }),
  output: pageOf(runDevice),
});

export const exportRun = route({
  ...reads,
  path: '/runs/:id/file',
  summary:
    'Devices of a run with what became of each as CSV, a line for each device; it is written while it is read',
  forPeople: true,
  query: z.object({
    /** IANA zone of the times in the file. */
    timeZone: z.string().max(64).default('UTC'),
  }),
  transport: 'raw',
  output: z.string(),
  ratePerMinute: 20,
});

export const stopRun = route({
  ...directs,
  path: '/runs/:id/stop',
  reach: 'part',
  summary: 'Let nothing more begin; what is at a device already ends',
  stops: true,
});

export const suspendRun = route({
  ...directs,
  path: '/runs/:id/suspend',
  reach: 'part',
  summary: 'Let nothing more begin until it is resumed',
});

export const resumeRun = route({
  ...directs,
  path: '/runs/:id/resume',
  reach: 'part',
  summary: 'Go on with a run that was suspended',
  stepUp: true,
});

export const retryRun = route({
  ...directs,
  path: '/runs/:id/retry',
  reach: 'part',
  summary: 'Try again the devices that failed, and no others',
  stepUp: true,
});
