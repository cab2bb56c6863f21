import * as z from 'zod';
import { LIMITS } from '../limits.ts';
import { route } from '../route.ts';
import { ruled, ruledNumber } from '../ruled.ts';
import {
  albedoRule,
  arrayAzimuthRule,
  arrayTiltRule,
  bifacialRule,
  cellTemperatureRule,
  currentCoefficientRule,
  currentRule,
  dayRule,
  heightRule,
  horizonAzimuthRule,
  horizonElevationRule,
  inputRule,
  modulePowerRule,
  mpptsRule,
  quantityRule,
  seriesRule,
  shareRule,
  slantRule,
  spacingRule,
  stringsRule,
  temperatureCoefficientRule,
  textRule,
  voltageCoefficientRule,
  voltageRule,
} from '../rules.ts';
import { id, idParam, isoDay } from '../vocabulary.ts';
import { inverterSheet } from './components.ts';

const tag = 'stationDesigns';

/** What the string of a module is checked by, as its data sheet says. */
const moduleElectrics = z.object({
  /** V and A at standard conditions. */
  vOc: ruledNumber(voltageRule),
  iSc: ruledNumber(currentRule),
  vMp: ruledNumber(voltageRule),
  iMp: ruledNumber(currentRule),
  /** % per K, of the current of the short circuit and the voltage of the open one. */
  alphaSc: ruledNumber(currentCoefficientRule),
  betaVoc: ruledNumber(voltageCoefficientRule),
});

const moduleType = z.object({
  /** That of the library whose figures these are. */
  componentId: id.nullable().default(null),
  model: ruled((text) => textRule(text, 'nameEmpty', 64)),
  /** W of one at standard conditions (1000 W/m², 25 °C). */
  power: ruledNumber(modulePowerRule),
  /** Of its power, % per K; null: that of usual silicon modules, -0.4. */
  temperatureCoefficient: ruledNumber(temperatureCoefficientRule).nullable(),
  /** Null: its strings are not checked. */
  electrics: moduleElectrics.nullable().default(null),
});

/** Modules that face the same way. */
const stationArray = z.object({
  name: ruled((text) => textRule(text, 'nameEmpty', 64)),
  /** Degrees from the horizontal. */
  tilt: ruledNumber(arrayTiltRule),
  /** Degrees clockwise from north. */
  azimuth: ruledNumber(arrayAzimuthRule),
  module: moduleType.nullable(),
  /** Number of modules, and of those in series in a string. */
  quantity: ruledNumber(quantityRule).nullable(),
  series: ruledNumber(seriesRule).nullable(),
  /** Percent of the power of the station, where its modules are not known. */
  share: ruledNumber(shareRule).nullable(),
  /** Metres: of the lower edge above the ground, from a row to the same place of the next one, and of a row along its slope. */
  height: ruledNumber(heightRule).nullable(),
  spacing: ruledNumber(spacingRule).nullable(),
  slant: ruledNumber(slantRule).nullable().default(null),
  /** Share of the light that the ground reflects, 0 to 1; null: 0.2. */
  albedo: ruledNumber(albedoRule).nullable(),
  /** Percent of its front that the back of a module gives in the same light; null: one side. */
  bifacial: ruledNumber(bifacialRule).nullable(),
});
export type StationArray = z.infer<typeof stationArray>;

/** What an inverter bears and takes, as its data sheet says. */
const inverterType = z.object({
  /** That of the library whose figures these are. */
  componentId: id.nullable().default(null),
  model: ruled((text) => textRule(text, 'nameEmpty', 64)),
  ...inverterSheet.omit({ dcPowerMax: true, sandia: true }).shape,
});

/** An inverter with what hangs on it. */
const stationInverter = z.object({
  name: ruled((text) => textRule(text, 'nameEmpty', 64)),
  /** Null: its strings are not checked. */
  type: inverterType.nullable(),
  inputs: z
    .array(
      z.object({
        /** From 1. */
        mppt: ruledNumber(mpptsRule),
        input: ruledNumber(inputRule),
        /** Name of the array, whose modules in series are a string. */
        array: z.string().max(64),
        /** Beside each other on this input. */
        strings: ruledNumber(stringsRule),
      }),
    )
    .max(LIMITS.inverterInputs),
});
export type StationInverter = z.infer<typeof stationInverter>;

/** A direction of the horizon; between two of them it goes straight. */
const horizonPoint = z.object({
  /** Degrees clockwise from north. */
  azimuth: ruledNumber(horizonAzimuthRule),
  /** Degrees above the horizontal. */
  elevation: ruledNumber(horizonElevationRule),
});
export type HorizonPoint = z.infer<typeof horizonPoint>;

/** The modules of a station from a local day on, until the next version; null: from the beginning. */
const designVersion = z.object({
  from: ruled(dayRule).nullable(),
  arrays: z.array(stationArray).min(1).max(LIMITS.stationArrays),
  inverters: z.array(stationInverter).max(LIMITS.stationInverters).default([]),
  /** Temperatures of the cells by which strings are checked, °C; null: -10 and 70. */
  coldest: ruledNumber(cellTemperatureRule).nullable().default(null),
  hottest: ruledNumber(cellTemperatureRule).nullable().default(null),
  /** What hides the sun when it is low, in the order of azimuth; null: nothing. */
  horizon: z.array(horizonPoint).min(1).max(LIMITS.horizonPoints).nullable().default(null),
});
export type DesignVersion = z.infer<typeof designVersion>;

const stationDesign = z.object({
  versions: z.array(designVersion.extend({ from: isoDay.nullable() })),
  /** Grows with every change, 0 before the first one; a change names the one that it began with. */
  revision: z.number().int(),
});
export type StationDesign = z.infer<typeof stationDesign>;

export const stationDesignOf = route({
  method: 'GET',
  path: '/stations/:id/design',
  summary: 'The arrays of modules of a station, by version; none where the station is not configured',
  tag,
  auth: 'session',
  permission: 'stations.view',
  scope: 'station',
  params: idParam,
  output: stationDesign,
});

export const setStationDesign = route({
  method: 'PUT',
  path: '/stations/:id/design',
  summary:
    'Set the arrays of a station, by version; expected power follows them. Of each array either module and quantity or a share are given, and shares sum to 100',
  tag,
  auth: 'session',
  permission: 'stations.edit',
  scope: 'station',
  // Every server models the station anew.
  ratePerMinute: 120,
  params: idParam,
  body: z.object({
    versions: z.array(designVersion).max(LIMITS.designVersions),
    revision: z.number().int().nonnegative(),
  }),
  output: stationDesign,
});
