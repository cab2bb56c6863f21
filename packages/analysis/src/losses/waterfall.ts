import type { LossDay } from './loss-days.ts';

/** Causes by which energy is lost between light and meter, in the order in which it is laid on them. */
export const LOSS_PARTS = [
  'temperature',
  'conversion',
  'clipping',
  'shading',
  'curtailment',
  'outage',
  'communication',
  'string',
  'snow',
  'soiling',
  'unexplained',
] as const;
export type LossPart = (typeof LOSS_PARTS)[number];

/** Wh of one day or of many, whole numbers: `standard` less all parts is `measured`, exactly. A negative part is a gain. */
export interface Waterfall {
  standard: number;
  measured: number;
  parts: Record<LossPart, number>;
}

export const emptyWaterfall = (): Waterfall => ({
  standard: 0,
  measured: 0,
  parts: Object.fromEntries(LOSS_PARTS.map((part) => [part, 0])) as Waterfall['parts'],
});

/**
 * Parts of what a day lost. `measured` is its energy by counters; null: none is known, and its powers stand for it. `dirt` is what a slope between
 * cleanings says, Wh; it takes no more than is left. What is left after all is unexplained, and below zero where the day gave more than is explained.
 */
export function waterfallOf(
  day: Omit<LossDay, 'day' | 'seen'>,
  { measured, dirt }: { measured: number | null; dirt: number },
): Waterfall {
  const end = Math.round(measured ?? day.power);
  // Counters go on while nobody hears of powers.
  const caught = Math.max(0, end - day.power);
  const parts = {
    temperature: day.open - day.warm,
    conversion: day.warm - day.free,
    clipping: day.free - day.model + day.held,
    shading: day.standard - day.open + day.model - day.shaded,
    curtailment: day.curtailed,
    outage: day.outage,
    communication: Math.max(0, day.missing + day.silent - caught),
    string: day.strings,
    snow: day.snow,
    soiling: 0,
    unexplained: 0,
  };
  const left = day.standard - end - Object.values(parts).reduce((sum, part) => sum + part, 0);
  parts.soiling = Math.min(Math.max(0, left), Math.max(0, Math.round(dirt)));
  parts.unexplained = left - parts.soiling;
  return { standard: day.standard, measured: end, parts };
}

/** Adds a waterfall to another one. */
export function addWaterfall(sum: Waterfall, { standard, measured, parts }: Waterfall): void {
  sum.standard += standard;
  sum.measured += measured;
  for (const part of LOSS_PARTS) sum.parts[part] += parts[part];
}
