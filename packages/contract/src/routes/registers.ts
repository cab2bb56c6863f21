import * as z from 'zod';
import { route } from '../route.ts';
import { idParam } from '../vocabulary.ts';
import { DEVICE_FAILURES } from '../words.ts';

/** The most registers that one request of Modbus reads. */
const MOST_REGISTERS = 125;
const MOST_ADDRESS = 65_535;

/** What was read, or why nothing was: that the device is not there is an answer, too. */
const answer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), words: z.array(z.number().int()) }),
  z.object({
    ok: z.literal(false),
    failure: z.enum(DEVICE_FAILURES),
    /** The words of the device, where it gave a reason. */
    detail: z.string().optional(),
    /** When a request that was `limited` may be sent, epoch milliseconds. */
    goesOnAt: z.number().int().optional(),
  }),
]);

export const readRegisters = route({
  method: 'POST',
  path: '/devices/:id/registers',
  summary: 'Registers of a device behind a V5 logger, read from the device now',
  tag: 'devices',
  auth: 'session',
  permission: 'parameters.read',
  scope: 'station',
  params: idParam,
  body: z
    .object({
      /** Function of Modbus: 3 reads holding registers, 4 input registers. */
      fn: z.union([z.literal(3), z.literal(4)]),
      addr: z.number().int().min(0).max(MOST_ADDRESS),
      count: z.number().int().min(1).max(MOST_REGISTERS),
    })
    .refine(({ addr, count }) => addr + count <= MOST_ADDRESS + 1, { path: ['count'] }),
  output: answer,
});
