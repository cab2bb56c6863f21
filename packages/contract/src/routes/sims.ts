import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled, ruledNumber } from '../ruled.ts';
import { dayRule, snRule, textRule } from '../rules.ts';
import { dataVolumeRule, iccidRule, imeiRule, msisdnRule } from '../sim-rules.ts';
import { SIM_ACTIONS, SIM_ALERTS, SIM_STATUSES } from '../sim-words.ts';
import { csvOf, id, idParam, isoDay, time } from '../vocabulary.ts';

const tag = 'sims';

/** A short text, or nothing. */
const words = (longest: number) =>
  ruled((text) => (text.trim() === '' ? undefined : textRule(text, 'nameEmpty', longest)))
    .transform((text) => text.trim() || null)
    .nullable();
const maybe = (rule: Parameters<typeof ruled>[0]) =>
  ruled((text) => (text.trim() === '' ? undefined : rule(text)))
    .transform((text) => text.trim() || null)
    .nullable();
const megabytes = ruledNumber(dataVolumeRule).nullable();

/** What people keep about a SIM card besides its number. */
export const simFields = z.object({
  msisdn: maybe(msisdnRule),
  operator: words(64),
  plan: words(100),
  status: z.enum(SIM_STATUSES),
  /** MB of the cycle, and MB that the plan has for it; null: not known, and no limit. */
  usedMb: megabytes,
  volumeMb: megabytes,
  /** Last day of the cycle in which data is counted. */
  cycleEnd: maybe(dayRule),
  /** Last day on which the card works. */
  expiresOn: maybe(dayRule),
  autoRenew: z.boolean(),
  /** Of the modem that holds it. */
  imei: maybe(imeiRule),
  /** Of the device that holds it. */
  collectorSn: maybe(snRule),
  remark: words(500),
});
export type SimFields = z.infer<typeof simFields>;

/** A SIM card as a table names it. */
export const simInput = simFields.extend({ iccid: ruled(iccidRule).transform((text) => text.trim()) });

const simRow = z.object({
  id,
  iccid: z.string(),
  msisdn: z.string().nullable(),
  operator: z.string().nullable(),
  plan: z.string().nullable(),
  status: z.enum(SIM_STATUSES),
  usedMb: z.number().nullable(),
  volumeMb: z.number().nullable(),
  /** When the figures of its data were told. */
  usedAt: time.nullable(),
  cycleEnd: isoDay.nullable(),
  expiresOn: isoDay.nullable(),
  /** Days until it ends, of UTC; negative after it. */
  daysLeft: z.number().int().nullable(),
  autoRenew: z.boolean(),
  imei: z.string().nullable(),
  /** The modem that held it before, until somebody confirms the change. */
  imeiBefore: z.string().nullable(),
  remark: z.string().nullable(),
  /** Null where none is linked, and where the caller does not find it. */
  device: z
    .object({ id, sn: z.string(), name: z.string().nullable(), lastSeenAt: time.nullable() })
    .nullable(),
  station: z.object({ id, name: z.string() }).nullable(),
  organisation: z.object({ id, name: z.string() }),
  alerts: z.array(z.enum(SIM_ALERTS)),
  /** Somebody asked for another term and nobody has answered it. */
  renewalAskedAt: time.nullable(),
  /** What the provider is asked to do, or did not do. */
  request: z
    .object({
      action: z.enum(SIM_ACTIONS),
      state: z.enum(['queued', 'failed']),
      reason: z.string().nullable(),
    })
    .nullable(),
  /** Why the provider did not tell its figures at its last try. */
  failure: z.string().nullable(),
  revision: z.number().int(),
});
export type SimRow = z.infer<typeof simRow>;

export const SIM_SORTS = ['iccid', 'used', 'cycleEnd', 'expiresOn', 'station', 'lastSeenAt'] as const;

const filters = {
  id: z.coerce.number().int().positive().optional(),
  deviceId: z.coerce.number().int().positive().optional(),
  /** In ICCID, telephone number, serial number or name of the station. */
  q: z.string().trim().max(100).optional(),
  status: csvOf(z.enum(SIM_STATUSES)).optional(),
  /** Those with one of them. */
  alert: csvOf(z.enum(SIM_ALERTS)).optional(),
  linked: z.stringbool().optional(),
  sort: z.enum(SIM_SORTS).default('expiresOn'),
  order: z.enum(['asc', 'desc']).default('asc'),
};

const reads = { tag, auth: 'session', permission: 'sims.view', scope: 'station' } as const;

export const listSims = route({
  ...reads,
  method: 'GET',
  path: '/sims',
  summary: 'SIM cards of the own organisation and of the stations in scope, those that end first at first',
  query: pageQuery.extend(filters),
  output: pageOf(simRow).extend({
    /** By what needs somebody, under the search and without the filters. */
    counts: z.record(z.enum(SIM_ALERTS), z.number().int()),
    /** Who runs the cards, by the settings of this server; null: people keep the figures. */
    provider: z.string().nullable(),
  }),
});

export const exportSims = route({
  ...reads,
  method: 'GET',
  path: '/sims/export',
  summary: 'The same as a file, with headings in the caller’s language',
  transport: 'raw',
  ratePerMinute: 20,
  query: z.object({
    ...filters,
    format: z.enum(['csv', 'xlsx']),
    timeZone: z.string().max(64).default('UTC'),
  }),
  output: z.string(),
});

const cellError = z.object({
  row: z.number().int(),
  column: z.string(),
  /** As spreadsheets name it: `C7`. */
  cell: z.string(),
  value: z.string(),
  message: z.string(),
});
export type SimCellError = z.infer<typeof cellError>;

export const importSims = route({
  tag,
  auth: 'session',
  permission: 'sims.manage',
  scope: 'organisation',
  reach: 'part',
  method: 'POST',
  path: '/sims/import',
  summary:
    'Add and change SIM cards from a table (XLSX or CSV), all of them or none: answers what is wrong cell by cell. `check=true` changes nothing',
  transport: 'multipart',
  ratePerMinute: 20,
  query: z.object({
    organisationId: z.coerce.number().int().positive(),
    check: z.stringbool().default(false),
  }),
  output: z.object({
    fileName: z.string(),
    rows: z.number().int(),
    added: z.number().int(),
    changed: z.number().int(),
    /** The first of them, by row. */
    errors: z.array(cellError),
    errorCount: z.number().int(),
  }),
});
export type ImportedSims = z.infer<(typeof importSims)['output']>;

export const getSimTemplate = route({
  tag,
  auth: 'session',
  permission: 'sims.manage',
  scope: 'none',
  method: 'GET',
  path: '/sims/template',
  summary: 'An empty table of SIM cards with the headings in the caller’s language',
  transport: 'raw',
  query: z.object({ format: z.enum(['csv', 'xlsx']) }),
  output: z.string(),
});

export const updateSim = route({
  tag,
  auth: 'session',
  permission: 'sims.edit',
  scope: 'station',
  method: 'PUT',
  path: '/sims/:id',
  summary: 'Change what is kept about a SIM card, and which device holds it',
  params: idParam,
  body: z.object({
    ...simFields.shape,
    /** The modem that holds it now is the right one. */
    confirmImei: z.boolean().default(false),
    revision: z.number().int().nonnegative(),
  }),
  output: simRow,
});

const ids = z.array(id).min(1).max(LIMITS.simsAtOnce);
const several = z.object({
  changed: z.number().int(),
  /** Those that the caller does not find, or that need nothing. */
  left: z.number().int(),
});

export const editSims = route({
  tag,
  auth: 'session',
  permission: 'sims.edit',
  scope: 'station',
  method: 'POST',
  path: '/sims/edit',
  summary: 'Set fields of several SIM cards alike; what is left out stays',
  body: z.object({
    ids,
    change: simFields
      .pick({
        operator: true,
        plan: true,
        status: true,
        volumeMb: true,
        cycleEnd: true,
        expiresOn: true,
        autoRenew: true,
        remark: true,
      })
      .partial(),
  }),
  output: several,
});

export const deleteSims = route({
  tag,
  auth: 'session',
  permission: 'sims.manage',
  scope: 'station',
  method: 'POST',
  path: '/sims/delete',
  summary: 'Forget SIM cards; the provider is not asked',
  body: z.object({ ids }),
  output: several,
});

export const renewSims = route({
  tag,
  auth: 'session',
  permission: 'sims.renew',
  scope: 'station',
  method: 'POST',
  path: '/sims/renew',
  summary:
    'Have SIM cards renewed, with a fresh proof of who one is: by the provider where the settings name one, else the administrators of their organisation are asked',
  /** A renewal costs money. */
  stepUp: true,
  body: z.object({ ids }),
  output: several,
});

export const actOnSims = route({
  tag,
  auth: 'session',
  permission: 'sims.edit',
  scope: 'station',
  method: 'POST',
  path: '/sims/act',
  summary:
    'Have the provider suspend, resume or end SIM cards, with a fresh proof of who one is; without an action it is asked for their figures now',
  /** A suspended card cuts its device off, and one that was ended never comes back. */
  stepUp: ['action'],
  body: z.object({ ids, action: z.enum(['suspend', 'resume', 'terminate']).optional() }),
  output: several,
});
