import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { csvOf, id, idParam, time } from '../vocabulary.ts';
import { COMMAND_STATES, DEVICE_FAILURES } from '../words.ts';

/** The most registers that one request of Modbus reads. */
const MOST_REGISTERS = 125;
const MOST_ADDRESS = 65_535;

const state = z.enum(COMMAND_STATES);
const failure = z.enum(DEVICE_FAILURES);
const words = z.array(z.number().int());

const ofDevice = {
  tag: 'devices',
  auth: 'session',
  permission: 'parameters.read',
  scope: 'station',
  params: idParam,
} as const;

/** What is kept of it. Null: it was refused before it became a command. */
const command = z.object({ id, state }).nullable();

/** What was read, or why nothing was: that the device is not there is an answer, too. */
const answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), command, words }),
  z.object({
    ok: z.literal(false),
    command,
    failure,
    /** The words of the device, where it gave a reason. */
    detail: z.string().optional(),
    /** When a request that was `limited` may be sent, epoch milliseconds. */
    goesOnAt: z.number().int().optional(),
  }),
]);

export const readRegisters = route({
  ...ofDevice,
  method: 'POST',
  path: '/devices/:id/registers',
  summary: 'Registers of a device behind a V5 logger, read from the device now',
  body: z
    .object({
      /** Function of Modbus: 3 reads holding registers, 4 input registers. */
      fn: z.union([z.literal(3), z.literal(4)]),
      addr: z.number().int().min(0).max(MOST_ADDRESS),
      count: z.number().int().min(1).max(MOST_REGISTERS),
      /** Chosen by the caller: the same key again answers what became of the first call, and nothing more is sent. */
      idempotencyKey: z.string().min(1).max(LIMITS.idempotencyKey).optional(),
    })
    .refine(({ addr, count }) => addr + count <= MOST_ADDRESS + 1, { path: ['count'] }),
  output: answer,
  asksOutside: true,
});

const asked = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('modbusRead'),
    fn: z.number().int(),
    addr: z.number().int(),
    count: z.number().int(),
  }),
  z.object({ type: z.literal('modbusWrite'), fn: z.number().int(), addr: z.number().int(), words }),
  z.object({ type: z.literal('command'), name: z.string(), params: z.record(z.string(), z.unknown()) }),
]);

const sentCommand = z.object({
  id,
  /** Null: the server itself, or an account that is gone. */
  user: z.object({ id, name: z.string() }).nullable(),
  asked,
  state,
  at: time,
  /** When it left the server; null: it did not. */
  sentAt: time.nullable(),
  endedAt: time.nullable(),
  /** Why it has no result. */
  failure: failure.nullable(),
  /** The words of the device, where it gave a reason. */
  detail: z.string().nullable(),
  /** Registers that were read. */
  words: words.nullable(),
  /** What a device of the device API answered; null also where that was too large to be kept. */
  result: z.unknown(),
});
export type SentCommand = z.infer<typeof sentCommand>;

export const listDeviceCommands = route({
  ...ofDevice,
  method: 'GET',
  path: '/devices/:id/commands',
  summary: `What people and the server asked of a device within ${LIMITS.commandDays} days, newest first, and what became of it`,
  query: pageQuery,
  output: pageOf(sentCommand),
});

export const listStationCommands = route({
  ...ofDevice,
  tag: 'commands',
  method: 'GET',
  path: '/stations/:id/commands',
  summary: `What people and the server asked of the devices of a station within ${LIMITS.commandDays} days, newest first, and what became of it`,
  query: pageQuery.extend({
    state: csvOf(state).optional(),
    /** True: what changes something at the device; false: what only reads. */
    writes: z.stringbool().optional(),
    /** True: what people asked; false: what the server asked by itself. */
    byPeople: z.stringbool().optional(),
    deviceId: z.coerce.number().int().positive().optional(),
  }),
  output: pageOf(
    sentCommand.extend({
      /** Null: it is not at the station any more. */
      device: z.object({ id, sn: z.string(), name: z.string().nullable() }).nullable(),
    }),
  ),
});
