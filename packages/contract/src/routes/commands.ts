import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { id, idParam, time } from '../vocabulary.ts';
import { COMMAND_LIMITS } from '../words.ts';

const tag = 'commands';
const ofPlatform = { tag, auth: 'session', permission: 'platform.manage', scope: 'none' } as const;
const ofOrganisation = {
  tag,
  auth: 'session',
  permission: 'organisations.manage',
  scope: 'organisation',
} as const;

const count = z.number().int();

export const commandStop = z.object({
  at: time,
  /** Name of who stopped them; null: an account that is gone. */
  by: z.string().nullable(),
  reason: z.string(),
  /** An administrator of the platform stopped it, and only one lets it go on. */
  byPlatform: z.boolean(),
});
export type CommandStop = z.infer<typeof commandStop>;

export const commandRules = z.object({
  stopped: commandStop.nullable(),
  /** A stop of the platform or of a superior organisation, which holds here as well. */
  stoppedAbove: commandStop.nullable(),
  /** Within an hour. `own`: set here; `usual`: what counts where nothing is set; `now`: what counts. */
  limits: z.record(z.enum(COMMAND_LIMITS), z.object({ own: count.nullable(), usual: count, now: count })),
  /** Within the last hour: all requests, and the people who sent most of them. */
  used: z.object({
    writes: count,
    reads: count,
    people: z.array(
      z.object({
        id,
        /** Null: an account that is gone. */
        name: z.string().nullable(),
        writes: count,
        devices: count,
        reads: count,
      }),
    ),
  }),
});
export type CommandRules = z.infer<typeof commandRules>;

const limit = z.number().int().min(1).max(LIMITS.requestsPerHour).nullable();
/** Null: what holds above. */
const limits = z.object({
  writesPerPerson: limit,
  devicesPerPerson: limit,
  writesPerOrganisation: limit,
  readsPerPerson: limit,
});
const reason = z.string().trim().min(1).max(LIMITS.stopReason);
/** `stoppedAt`: the stop that the caller saw, so that nobody ends a newer one. */
const resumption = z.object({ reason, stoppedAt: time });

export const getPlatformCommands = route({
  ...ofPlatform,
  method: 'GET',
  path: '/commands',
  summary:
    'Limits of requests to devices on the whole platform, what of them is used, and whether they are stopped',
  output: commandRules,
});

export const editPlatformCommands = route({
  ...ofPlatform,
  method: 'PUT',
  path: '/commands/limits',
  summary: 'Set the limits of requests to devices on the whole platform; null: those of the settings',
  stepUp: true,
  body: limits,
  output: commandRules,
});

export const stopPlatformCommands = route({
  ...ofPlatform,
  method: 'POST',
  path: '/commands/stop',
  summary: "Stop all requests to devices on the whole platform at once; the server's own polls go on",
  stops: true,
  stepUp: true,
  body: z.object({ reason }),
  output: z.null(),
});

export const resumePlatformCommands = route({
  ...ofPlatform,
  method: 'POST',
  path: '/commands/resume',
  summary: 'Let requests to devices go on again on the whole platform',
  stepUp: true,
  secondPerson: true,
  body: resumption,
  output: z.null(),
});

export const getOrganisationCommands = route({
  ...ofOrganisation,
  method: 'GET',
  path: '/organisations/:id/commands',
  reach: 'organisation',
  summary:
    'Limits of requests to devices of an organisation, what of them is used, and whether they are stopped',
  params: idParam,
  output: commandRules,
});

export const editOrganisationCommands = route({
  ...ofOrganisation,
  method: 'PUT',
  path: '/organisations/:id/commands/limits',
  reach: 'organisation',
  summary:
    'Set lower limits of requests to devices of an organisation and of the tight ones below it; null: those that hold above',
  stepUp: true,
  params: idParam,
  body: limits,
  output: commandRules,
});

export const stopOrganisationCommands = route({
  ...ofOrganisation,
  method: 'POST',
  path: '/organisations/:id/commands/stop',
  reach: 'organisation',
  summary: 'Stop all requests to devices of an organisation and of the tight ones below it at once',
  stops: true,
  stepUp: true,
  params: idParam,
  body: z.object({ reason }),
  output: z.null(),
});

export const resumeOrganisationCommands = route({
  ...ofOrganisation,
  method: 'POST',
  path: '/organisations/:id/commands/resume',
  reach: 'organisation',
  summary:
    'Let requests to devices of an organisation go on again; what the platform stopped, only its administrators let go on',
  stepUp: true,
  params: idParam,
  body: resumption,
  output: z.null(),
});

export const listStoppedCommands = route({
  method: 'GET',
  path: '/commands/stopped',
  summary: 'Stops that hold for devices to which the caller could otherwise send commands',
  tag,
  auth: 'session',
  permission: 'any',
  scope: 'station',
  output: z.array(
    z.object({
      /** Null: the whole platform. */
      organisation: z.object({ id, name: z.string() }).nullable(),
      at: time,
      reason: z.string(),
    }),
  ),
});
