import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import {
  INSTRUCTION_FUNCTIONS,
  instructionCodeRule,
  instructionCountRule,
  instructionDataRule,
  plainHex,
} from '../instruction-rules.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled } from '../ruled.ts';
import { textRule } from '../rules.ts';
import { id, idParam } from '../vocabulary.ts';

const tag = 'instructions';
const ofOrganisation = { tag, auth: 'session', scope: 'organisation' } as const;
const reads = { ...ofOrganisation, method: 'GET', permission: 'operations.view' } as const;
const creates = { ...ofOrganisation, permission: 'operations.create' } as const;
const manages = {
  ...ofOrganisation,
  method: 'DELETE',
  permission: 'operations.manage',
  params: idParam,
  output: z.null(),
} as const;

const named = {
  code: ruled(instructionCodeRule),
  name: ruled((text) => textRule(text, 'nameEmpty', 64)),
  description: z.string().trim().max(LIMITS.changeReason).default(''),
};

const data = z.string().max(LIMITS.instructionDigits).transform(plainHex);

const instructionInput = z
  .object({
    ...named,
    fn: z.union(INSTRUCTION_FUNCTIONS.map((fn) => z.literal(fn))),
    address: z.number().int().min(0).max(65_535),
    /** Registers that are read. */
    count: z.number().int().default(1),
    /** What is written, as hex digits: two a byte, four a register. */
    data: data.default(''),
    /** Takes a second person. */
    dangerous: z.boolean().default(true),
  })
  .superRefine(({ fn, count, data: digits }, context) => {
    const wrong = [
      ['data', instructionDataRule(fn, digits)],
      ['count', instructionCountRule(fn, count)],
    ] as const;
    for (const [field, rule] of wrong)
      if (rule) context.addIssue({ code: 'custom', path: [field], params: { rule } });
  });
export type InstructionInput = z.input<typeof instructionInput>;

const revision = z.number().int().nonnegative();

const instruction = z.object({
  id,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  fn: z.union(INSTRUCTION_FUNCTIONS.map((fn) => z.literal(fn))),
  address: z.number().int(),
  count: z.number().int(),
  data: z.string(),
  dangerous: z.boolean(),
  /** The whole request to the device with address 1, with its CRC, as hex digits. */
  frame: z.string(),
  /** Sets that name it. */
  sets: z.number().int(),
  revision,
});
export type Instruction = z.infer<typeof instruction>;

const stepInput = z.object({
  instructionId: id,
  /** Seconds before it, after the step before. */
  delaySeconds: z.number().int().min(0).max(LIMITS.stepDelaySeconds).default(0),
  /** Whether the next step follows where this one failed. */
  goesOn: z.boolean().default(false),
  /** Whether what was written is read again. */
  readsBack: z.boolean().default(true),
});

const setInput = z.object({ ...named, steps: z.array(stepInput).min(1).max(LIMITS.stepsOfSet) });

const instructionSet = z.object({
  id,
  code: z.string(),
  name: z.string(),
  description: z.string(),
  steps: z.array(
    z.object({
      instructionId: id,
      name: z.string(),
      delaySeconds: z.number().int(),
      goesOn: z.boolean(),
      readsBack: z.boolean(),
    }),
  ),
  /** One of its instructions is, so that it takes a second person. */
  dangerous: z.boolean(),
  writes: z.boolean(),
  revision,
});
export type InstructionSet = z.infer<typeof instructionSet>;

const listQuery = pageQuery.extend({
  /** In code or name. */
  q: z.string().trim().max(100).optional(),
});

export const listInstructions = route({
  ...reads,
  path: '/instructions',
  summary: 'Requests of Modbus that the own organisation keeps under a name, each as the frame that it sends',
  query: listQuery,
  output: pageOf(instruction),
});

export const createInstruction = route({
  ...creates,
  method: 'POST',
  path: '/instructions',
  reach: 'organisation',
  summary: 'Keep a request of Modbus under a name; its CRC is computed',
  body: instructionInput,
  output: instruction,
});

export const updateInstruction = route({
  ...creates,
  method: 'PUT',
  path: '/instructions/:id',
  reach: 'organisation',
  summary: 'Change an instruction; runs that began go on as they began',
  params: idParam,
  body: z.object({ instruction: instructionInput, revision }),
  output: instruction,
});

export const deleteInstruction = route({
  ...manages,
  path: '/instructions/:id',
  reach: 'organisation',
  summary: 'Remove an instruction that no set names',
});

export const listInstructionSets = route({
  ...reads,
  path: '/instruction-sets',
  summary: 'Instructions in an order, with pauses and what happens where one fails',
  query: listQuery,
  output: pageOf(instructionSet),
});

export const createInstructionSet = route({
  ...creates,
  method: 'POST',
  path: '/instruction-sets',
  reach: 'organisation',
  summary: 'Keep instructions in an order under a name',
  body: setInput,
  output: instructionSet,
});

export const updateInstructionSet = route({
  ...creates,
  method: 'PUT',
  path: '/instruction-sets/:id',
  reach: 'organisation',
  summary: 'Change a set; runs that began go on as they began',
  params: idParam,
  body: z.object({ set: setInput, revision }),
  output: instructionSet,
});

export const deleteInstructionSet = route({
  ...manages,
  path: '/instruction-sets/:id',
  reach: 'organisation',
  summary: 'Remove a set; runs that began go on as they began',
});

/** The union of what is named. Devices that no profile is known of are left out unless they are named themselves. */
const target = z.object({
  deviceIds: z.array(id).max(LIMITS.devicesPerRun).default([]),
  stationIds: z.array(id).max(LIMITS.stationsAtOnce).default([]),
  labelIds: z.array(id).max(LIMITS.labelledAtOnce).default([]),
  batchIds: z.array(id).max(LIMITS.batchesAtOnce).default([]),
});

const running = z.object({
  target,
  /** Devices at a time. */
  concurrency: z.number().int().min(1).max(LIMITS.runConcurrency).default(10),
  /** Minutes after which a device that has not begun does not begin. */
  minutes: z.number().int().min(1).max(LIMITS.runMinutes).default(60),
  reason: z.string().trim().max(LIMITS.changeReason).default(''),
});

export const runInstructionSet = route({
  ...ofOrganisation,
  method: 'POST',
  path: '/instruction-sets/:id/run',
  summary: 'Run a set without danger on devices, or any set without writing anything',
  permission: 'operations.run',
  reach: 'part',
  stepUp: true,
  params: idParam,
  body: running.extend({ dryRun: z.boolean().default(false) }),
  bodyEntries: LIMITS.devicesPerRun,
  output: z.object({ runId: id, devices: z.number().int() }),
});

export const runDangerousSet = route({
  ...ofOrganisation,
  method: 'POST',
  path: '/instruction-sets/:id/run-dangerous',
  summary: 'Run a set with dangerous instructions on devices, once a second person approved it',
  permission: 'parameters.dangerous',
  reach: 'part',
  stepUp: true,
  secondPerson: true,
  params: idParam,
  body: running,
  bodyEntries: LIMITS.devicesPerRun,
  output: z.null(),
});
