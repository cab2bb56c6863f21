import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import {
  partNameRule,
  phasesRule,
  protectionRule,
  specificationFault,
  warrantyMonthsRule,
  weightRule,
} from '../product-rules.ts';
import { PRODUCT_SORTS, WARRANTY_STARTS } from '../product-words.ts';
import { route } from '../route.ts';
import { ruled, ruledNumber, ruledObject } from '../ruled.ts';
import {
  batteryRule,
  currentRule,
  efficiencyRule,
  inverterPowerRule,
  mpptsRule,
  notesRule,
  ratedPowerRule,
  stringsPerMpptRule,
  textRule,
  voltageRule,
} from '../rules.ts';
import { deviceKind, id, idParam } from '../vocabulary.ts';

const tag = 'products';
const ofLibrary = { tag, auth: 'session', scope: 'organisation' } as const;

const figure = (rule: Parameters<typeof ruledNumber>[0]) => ruledNumber(rule).nullable().default(null);

/** The figures of a data sheet; null: it has none, or it is not known. */
const specification = z.object({
  /** W */
  ratedPower: figure(ratedPowerRule),
  dcPowerMax: figure(inverterPowerRule),
  /** V: the most that its inputs bear, and where it finds the point of most power. */
  dcVoltageMax: figure(voltageRule),
  mppVoltageMin: figure(voltageRule),
  mppVoltageMax: figure(voltageRule),
  mppts: figure(mpptsRule),
  stringsPerMppt: figure(stringsPerMpptRule),
  /** Of each MPPT, A. */
  currentMax: figure(currentRule),
  phases: figure(phasesRule),
  /** kWh */
  capacity: figure(batteryRule),
  /** Percent. */
  efficiency: figure(efficiencyRule),
  /** kg */
  weight: figure(weightRule),
  /** As `IP65`; empty: not known. */
  protection: ruled(protectionRule).default(''),
});
export type ProductSpecification = z.infer<typeof specification>;

const warranty = z.object({
  /** Null: none is known. */
  months: figure(warrantyMonthsRule),
  from: z.enum(WARRANTY_STARTS).default('production'),
  text: ruled(notesRule).default(''),
});
export type ProductWarranty = z.infer<typeof warranty>;

const part = z.object({
  name: ruled(partNameRule),
  /** By which it is ordered. */
  number: z.string().trim().max(64).default(''),
});
export type ProductPart = z.infer<typeof part>;

const fields = {
  manufacturer: ruled((text) => textRule(text, 'manufacturerEmpty', 64)).transform((text) => text.trim()),
  model: ruled((text) => textRule(text, 'nameEmpty', 100)).transform((text) => text.trim()),
  kind: deviceKind,
  /** The family by which the platform reads it. */
  profileId: z.string().max(64).nullable().default(null),
  warranty,
  parts: z.array(part).max(LIMITS.productParts).default([]),
  remark: ruled(notesRule).default(''),
};

export const productInput = z.object({
  ...fields,
  specification: ruledObject(specification, specificationFault),
});
export type ProductInput = z.infer<typeof productInput>;

const product = z.object({
  ...fields,
  specification,
  id,
  /** In the library that the platform keeps for all. */
  everybody: z.boolean(),
  /** Devices of it that the caller sees. */
  devices: z.number().int(),
  /** Grows with every change; a change names the one that it began with. */
  revision: z.number().int(),
});
export type Product = z.infer<typeof product>;

export const listProducts = route({
  ...ofLibrary,
  method: 'GET',
  permission: 'operations.view',
  path: '/products',
  summary: 'Products of the own organisation, of those below and of the library for all',
  query: pageQuery.extend({
    /** In manufacturer or model. */
    q: z.string().trim().max(100).optional(),
    kind: deviceKind.optional(),
    /** True: of the library for all alone; false: of organisations alone. */
    everybody: z.stringbool().optional(),
    sort: z.enum(PRODUCT_SORTS).default('name'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
  output: pageOf(product),
});

export const getProduct = route({
  ...ofLibrary,
  method: 'GET',
  permission: 'operations.view',
  path: '/products/:id',
  summary: 'One product with its figures, parts and warranty',
  params: idParam,
  output: product,
});

export const createProduct = route({
  ...ofLibrary,
  method: 'POST',
  permission: 'operations.create',
  reach: 'organisation',
  widenedBy: 'platform.manage',
  path: '/products',
  summary: 'Add a product to the library of the own organisation, or of all (administrators of the platform)',
  body: z.object({ product: productInput, everybody: z.boolean().default(false) }),
  output: product,
});

export const createProducts = route({
  ...ofLibrary,
  method: 'POST',
  permission: 'operations.create',
  reach: 'organisation',
  widenedBy: 'platform.manage',
  path: '/products/several',
  summary:
    'Add products to the library of the own organisation, or of all, all of them or none. Those that are there under their name stay as they are',
  body: z.object({
    products: z.array(productInput).min(1).max(LIMITS.productsAtOnce),
    everybody: z.boolean().default(false),
  }),
  output: z.object({
    added: z.number().int(),
    /** Names that were there. */
    kept: z.array(z.string()),
  }),
});

export const updateProduct = route({
  ...ofLibrary,
  method: 'PUT',
  permission: 'operations.create',
  reach: 'organisation',
  widenedBy: 'platform.manage',
  path: '/products/:id',
  summary:
    'Change a product; ends of warranties that nobody typed are counted anew for its devices. It stays of its kind while devices name it',
  params: idParam,
  body: z.object({ product: productInput, revision: z.number().int().nonnegative() }),
  output: product,
});

export const deleteProduct = route({
  ...ofLibrary,
  method: 'DELETE',
  permission: 'operations.manage',
  reach: 'organisation',
  widenedBy: 'platform.manage',
  path: '/products/:id',
  summary: 'Remove a product that no device names',
  params: idParam,
  output: z.null(),
});
