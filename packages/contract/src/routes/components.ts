import * as z from 'zod';
import { pageOf, pageQuery } from '../envelope.ts';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled, ruledNumber } from '../ruled.ts';
import {
  bifacialRule,
  cellsRule,
  currentCoefficientRule,
  currentRule,
  efficiencyRule,
  inverterPowerRule,
  modulePowerRule,
  moduleSideRule,
  mpptsRule,
  nightPowerRule,
  stringsPerMpptRule,
  temperatureCoefficientRule,
  textRule,
  voltageCoefficientRule,
  voltageRule,
} from '../rules.ts';
import { id, idParam } from '../vocabulary.ts';

const tag = 'components';

export const COMPONENT_KINDS = ['module', 'inverter'] as const;
export type ComponentKind = (typeof COMPONENT_KINDS)[number];

export const MODULE_TECHNOLOGIES = ['monoSi', 'multiSi', 'aSi', 'cdTe', 'cigs', 'other'] as const;

/** The single diode of De Soto and of the California Energy Commission at 1000 W/m² and 25 °C, by pvlib's names. */
const singleDiode = z.object({
  /** V. */
  aRef: z.number().positive(),
  /** A. */
  ILRef: z.number().positive(),
  IoRef: z.number().positive(),
  /** Ohm. */
  RshRef: z.number().positive(),
  Rs: z.number().nonnegative(),
  /** Percent by which the coefficient of the current is corrected. */
  adjust: z.number(),
  /** Where they come from: a table or file, or a fit to the data sheet. */
  source: z.enum(['given', 'deSoto', 'batzelis']),
});

/** The data sheet of a module at 1000 W/m² and 25 °C. */
export const moduleSheet = z.object({
  technology: z.enum(MODULE_TECHNOLOGIES).nullable().default(null),
  /** W. */
  power: ruledNumber(modulePowerRule),
  /** V and A: of the open circuit, the short circuit and the point of most power. */
  vOc: ruledNumber(voltageRule),
  iSc: ruledNumber(currentRule),
  vMp: ruledNumber(voltageRule),
  iMp: ruledNumber(currentRule),
  /** % per K: of the short circuit's current, the open circuit's voltage, the power. */
  alphaSc: ruledNumber(currentCoefficientRule),
  betaVoc: ruledNumber(voltageCoefficientRule),
  gammaPmp: ruledNumber(temperatureCoefficientRule),
  cellsInSeries: ruledNumber(cellsRule).nullable().default(null),
  /** Metres. */
  length: ruledNumber(moduleSideRule).nullable().default(null),
  width: ruledNumber(moduleSideRule).nullable().default(null),
  /** Percent of its front that the back gives in the same light; null: one side. */
  bifaciality: ruledNumber(bifacialRule).nullable().default(null),
  /** Null where it is not known; the server fits it to the rest then. */
  diode: singleDiode.nullable().default(null),
});
export type ModuleSheet = z.infer<typeof moduleSheet>;

/** Sandia's model of an inverter, by its names. */
const sandia = z.object({
  Paco: z.number().positive(),
  Pdco: z.number().positive(),
  Vdco: z.number().positive(),
  Pso: z.number().nonnegative(),
  C0: z.number(),
  C1: z.number(),
  C2: z.number(),
  C3: z.number(),
  Pnt: ruledNumber(nightPowerRule),
});

export const inverterSheet = z.object({
  /** Rated AC power, W. */
  acPower: ruledNumber(inverterPowerRule),
  /** Most DC power, W. */
  dcPowerMax: ruledNumber(inverterPowerRule).nullable().default(null),
  /** V: the most that its inputs bear, and where it finds the point of most power. */
  dcVoltageMax: ruledNumber(voltageRule),
  mppVoltageMin: ruledNumber(voltageRule),
  mppVoltageMax: ruledNumber(voltageRule),
  mppts: ruledNumber(mpptsRule),
  stringsPerMppt: ruledNumber(stringsPerMpptRule).nullable().default(null),
  /** Most of each MPPT, A. */
  currentMax: ruledNumber(currentRule).nullable().default(null),
  /** European or CEC efficiency, percent. */
  efficiency: ruledNumber(efficiencyRule).nullable().default(null),
  sandia: sandia.nullable().default(null),
});
export type InverterSheet = z.infer<typeof inverterSheet>;

const named = {
  manufacturer: ruled((text) => textRule(text, 'manufacturerEmpty', 64)),
  model: ruled((text) => textRule(text, 'nameEmpty', 100)),
};

const componentInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('module'), ...named, sheet: moduleSheet }),
  z.object({ kind: z.literal('inverter'), ...named, sheet: inverterSheet }),
]);
/** A module or inverter as it is added. */
export type ComponentInput = z.infer<typeof componentInput>;

const ofLibrary = {
  id,
  /** In the library that the platform keeps for all. */
  everybody: z.boolean(),
  /** The caller may change and remove it. */
  editable: z.boolean(),
  /** Stations whose design names it. */
  stations: z.number().int(),
  /** Grows with every change; a change names the one that it began with. */
  revision: z.number().int(),
};
const component = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('module'),
    manufacturer: z.string(),
    model: z.string(),
    sheet: moduleSheet,
    ...ofLibrary,
  }),
  z.object({
    kind: z.literal('inverter'),
    manufacturer: z.string(),
    model: z.string(),
    sheet: inverterSheet,
    ...ofLibrary,
  }),
]);
export type Component = z.infer<typeof component>;

const writes = { tag, auth: 'session', permission: 'stations.edit', scope: 'organisation' } as const;

export const listComponents = route({
  method: 'GET',
  path: '/components',
  summary: 'Modules and inverters of the own organisation and of the library for all, by name',
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'organisation',
  query: pageQuery.extend({
    kind: z.enum(COMPONENT_KINDS).optional(),
    /** In manufacturer or model. */
    q: z.string().trim().max(100).optional(),
  }),
  output: pageOf(component),
});

export const createComponents = route({
  ...writes,
  method: 'POST',
  path: '/components',
  reach: 'part',
  summary:
    'Add modules and inverters to the library of the own organisation, or of all (administrators of the platform). Those that are there under their name stay as they are',
  widenedBy: 'platform.manage',
  body: z.object({
    components: z.array(componentInput).min(1).max(LIMITS.componentsAtOnce),
    everybody: z.boolean().default(false),
  }),
  output: z.object({
    added: z.number().int(),
    /** Names that were there. */
    kept: z.array(z.string()),
  }),
});

export const updateComponent = route({
  ...writes,
  method: 'PUT',
  path: '/components/:id',
  reach: 'part',
  summary: 'Change a module or inverter; designs that name it keep the figures they were saved with',
  widenedBy: 'platform.manage',
  params: idParam,
  body: z.object({ component: componentInput, revision: z.number().int().nonnegative() }),
  output: component,
});

export const deleteComponent = route({
  ...writes,
  method: 'DELETE',
  path: '/components/:id',
  reach: 'part',
  summary: 'Remove a module or inverter that no design names',
  widenedBy: 'platform.manage',
  params: idParam,
  output: z.null(),
});
