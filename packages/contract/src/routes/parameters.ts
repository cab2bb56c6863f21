import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { PARAMETER_GROUPS, PARAMETER_RISKS, STEP_FAILURES, STEP_STATES } from '../run-words.ts';
import { id, idParam, time } from '../vocabulary.ts';
import { DEVICE_FAILURES } from '../words.ts';

const ofDevice = { tag: 'parameters', auth: 'session', scope: 'station', params: idParam } as const;

const person = z.object({ id, name: z.string() }).nullable();

/** What somebody changed of a parameter. */
const parameterChange = z.object({
  key: z.string(),
  at: time,
  /** Null: an account that is gone. */
  by: person,
  /** Null: it could not be read. */
  before: z.number().nullable(),
  after: z.number().nullable(),
  wanted: z.number(),
  state: z.enum(STEP_STATES),
  failure: z.enum(STEP_FAILURES).nullable(),
  reason: z.string(),
});

const parameter = z.object({
  key: z.string(),
  group: z.enum(PARAMETER_GROUPS),
  /** `time`: a minute of the day; `choice`: one of `choices`. */
  form: z.enum(['number', 'time', 'choice']),
  unit: z.string(),
  min: z.number(),
  max: z.number(),
  step: z.number(),
  /** What its values mean, by a word. */
  choices: z.array(z.object({ value: z.number(), word: z.string() })),
  risk: z.enum(PARAMETER_RISKS),
  /** Whether the caller may set it: what is dangerous takes a permission of its own and a second person. */
  maySet: z.boolean(),
  changed: parameterChange.nullable(),
});
export type Parameter = z.infer<typeof parameter>;

export const listParameters = route({
  ...ofDevice,
  method: 'GET',
  path: '/devices/:id/parameters',
  summary:
    'What can be set on a device by its profile, who changed it last, and how many writes its memory is spared today',
  permission: 'parameters.read',
  output: z.object({
    parameters: z.array(parameter),
    budget: z.object({ used: z.number().int(), most: z.number().int() }),
    /** Runs that are at the device or wait for it, in their turn. */
    queue: z.array(z.object({ runId: id, by: person, running: z.boolean() })),
    /** The newest changes of all parameters. */
    changes: z.array(parameterChange),
  }),
});

export const readParameters = route({
  ...ofDevice,
  method: 'POST',
  path: '/devices/:id/parameters/read',
  summary: 'Parameters read from the device now; one that it refuses to tell is not on this model',
  permission: 'parameters.read',
  body: z.object({ keys: z.array(z.string().max(100)).max(LIMITS.parametersAtOnce).optional() }),
  output: z.object({
    at: time,
    values: z.array(
      z.object({
        key: z.string(),
        value: z.number().nullable(),
        /** Why it has no value. `refused`: this model does not have it. */
        failure: z.enum(DEVICE_FAILURES).nullable(),
        /** When a request that was `limited` may be sent. */
        goesOnAt: time.nullable(),
        /** The device lets nobody set it. */
        readOnly: z.boolean(),
      }),
    ),
  }),
  asksOutside: true,
});

const changes = z.object({
  changes: z
    .array(z.object({ key: z.string().max(100), value: z.number() }))
    .min(1)
    .max(LIMITS.parametersAtOnce),
  reason: z.string().trim().max(LIMITS.changeReason).default(''),
});

export const setParameters = route({
  ...ofDevice,
  method: 'POST',
  path: '/devices/:id/parameters',
  summary:
    'Set parameters that harm nothing: a run begins that reads each before and after, and ends after two minutes',
  permission: 'parameters.write',
  stepUp: true,
  body: changes,
  output: z.object({ runId: id }),
});

export const setDangerousParameters = route({
  ...ofDevice,
  method: 'POST',
  path: '/devices/:id/parameters/dangerous',
  summary:
    'Set parameters that may harm the grid, the battery or the plant, once a second person approved it',
  permission: 'parameters.dangerous',
  stepUp: true,
  secondPerson: true,
  body: changes,
  output: z.null(),
});
