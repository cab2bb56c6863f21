import { RADIANS } from '../sun/angles.ts';
import { vectorised, vectorisedParts } from '../vector/vectorised.ts';
import { ashrae } from './ashrae.ts';
import { martinRuiz } from './martin-ruiz.ts';
import { physical } from './physical.ts';
import { sapm } from './sapm.ts';
import { schlick } from './schlick.ts';

/** What a plane sees: the sky, the last half degree above the horizon, the ground. */
export type DiffuseRegion = 'sky' | 'horizon' | 'ground';

/** Steps of half a turn that pvlib integrates with, and the first and last of them in a region. */
const REGIONS: Record<DiffuseRegion, { steps: number; from: number; to: number }> = {
  sky: { steps: 180, from: 0, to: 90 },
  horizon: { steps: 1800, from: 895, to: 900 },
  ground: { steps: 180, from: 90, to: 180 },
};

export interface MarionIntegrateInput {
  /** The modifier of an angle of incidence in degrees. */
  iam: (aoi: number) => number;
  /** Degrees. */
  surfaceTilt: number;
  region: DiffuseRegion;
}

/** Mean modifier of even light from a region; 0 of one that the plane does not see. Marion 2017, Solar Energy 147, 344-348. */
export const marionIntegrate = vectorised<MarionIntegrateInput>(
  { iam: () => NaN, surfaceTilt: NaN, region: 'sky' },
  ({ iam, surfaceTilt, region }) => {
    if (Number.isNaN(surfaceTilt)) return NaN;
    const { steps, from, to } = REGIONS[region];
    const step = Math.PI / steps;
    const cosTilt = Math.cos(surfaceTilt * RADIANS);
    const sinTilt = Math.sin(surfaceTilt * RADIANS);
    let passed = 0;
    let whole = 0;
    for (let ring = from; ring < to; ring += 1) {
      const up = cosTilt * Math.cos((ring + 0.5) * step);
      const side = sinTilt * Math.sin((ring + 0.5) * step);
      const area = step * (Math.cos(ring * step) - Math.cos((ring + 1) * step));
      for (let turn = 0; turn < 2 * steps; turn += 1) {
        const cosine = up + side * Math.cos((turn + 0.5) * step);
        if (cosine <= 0) continue;
        const weight = cosine * area;
        passed += iam(Math.acos(Math.min(1, cosine)) / RADIANS) * weight;
        whole += weight;
      }
    }
    return whole === 0 ? 0 : passed / whole;
  },
);

const MODELS = { ashrae, martin_ruiz: martinRuiz, physical, sapm, schlick };

export interface MarionDiffuseInput {
  model: keyof typeof MODELS;
  /** Degrees. */
  surfaceTilt: number;
  /** Coefficients of the model by their names. */
  parameters?: Readonly<Record<string, number>>;
}

export interface MarionDiffuse {
  sky: number;
  horizon: number;
  ground: number;
}

/** The mean modifiers of a named model for sky, horizon and ground. Marion 2017. */
export const marionDiffuse = vectorisedParts<MarionDiffuseInput, MarionDiffuse>(
  { model: 'physical', surfaceTilt: NaN, parameters: {} },
  { sky: NaN, horizon: NaN, ground: NaN },
  ({ model, surfaceTilt, parameters }, parts) => {
    const named = MODELS[model] as (input: { aoi: number }) => number;
    const iam = (aoi: number) => named({ ...parameters, aoi });
    parts.sky = marionIntegrate.kernel({ iam, surfaceTilt, region: 'sky' });
    parts.horizon = marionIntegrate.kernel({ iam, surfaceTilt, region: 'horizon' });
    parts.ground = marionIntegrate.kernel({ iam, surfaceTilt, region: 'ground' });
  },
);
