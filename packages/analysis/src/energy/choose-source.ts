import type { CounterStep } from './counter.ts';

/** Where the energy of a span comes from, best first. */
const ENERGY_SOURCES = ['meterCounter', 'lifetimeCounter', 'dayCounter', 'powerIntegral'] as const;
export type CountedBy = (typeof ENERGY_SOURCES)[number];

/** kWh by source; null or absent where the source has nothing for the span. */
export type EnergyCandidates = Partial<Record<CountedBy, number | null>>;

export interface ChosenEnergy {
  kwh: number | null;
  source: CountedBy | null;
  /**
   * (counter - integral of power) / the larger of both, when both are known. Beyond 3 % the counter is suspect.
   */
  deviation: number | null;
  suspect: boolean;
}

const SUSPECT_DEVIATION = 0.03;

/**
 * Picks the energy of a span: meter counter, lifetime counter, daily counter, integral of power, in this
 * order, and checks the pick against the integral.
 */
export function chooseEnergy(candidates: EnergyCandidates): ChosenEnergy {
  const known = (name: CountedBy) =>
    typeof candidates[name] === 'number' && Number.isFinite(candidates[name]);
  const source = ENERGY_SOURCES.find(known) ?? null;
  if (source === null) return { kwh: null, source, deviation: null, suspect: false };
  const kwh = candidates[source] ?? 0;
  const integral = candidates.powerIntegral ?? 0;
  const largest = Math.max(Math.abs(kwh), Math.abs(integral));
  const comparable = source !== 'powerIntegral' && known('powerIntegral') && largest > 0;
  const deviation = comparable ? (kwh - integral) / largest : null;
  return { kwh, source, deviation, suspect: deviation !== null && Math.abs(deviation) > SUSPECT_DEVIATION };
}

/** Steps of one source, with whether its counter stands at 0 all through: it may be a register without a counter. */
export interface SourceSteps {
  steps: readonly CounterStep[];
  standsAtZero?: boolean;
}

/**
 * Decides which counter is the energy, in an order of preference, and hands back its steps. What the order leaves out is not asked. A counter that stands at 0 is passed over when a source
 * behind it says otherwise, and one of which nothing is believed when a source behind it has something.
 */
export function decideEnergy(
  sources: Partial<Record<CountedBy, SourceSteps>>,
  order: readonly CountedBy[] = ENERGY_SOURCES,
): { source: CountedBy; steps: readonly CounterStep[] } | undefined {
  const present = order.filter((name) => (sources[name]?.steps.length ?? 0) > 0);
  const stepsOf = (name: CountedBy) => sources[name]?.steps ?? [];
  const known = present.filter((name) => isKnown(stepsOf(name)));
  for (const [i, name] of known.entries()) {
    const others = known.slice(i + 1).map((other) => energyOf(stepsOf(other)));
    const { suspect } = chooseEnergy({
      [name]: energyOf(stepsOf(name)),
      powerIntegral: Math.max(0, ...others),
    });
    if (!(suspect && sources[name]?.standsAtZero)) return { source: name, steps: stepsOf(name) };
  }
  const [first] = present;
  return first && { source: first, steps: stepsOf(first) };
}

const isKnown = (steps: readonly CounterStep[]) =>
  steps.some(({ kind }) => kind !== 'reset' && kind !== 'spike');

const energyOf = (steps: readonly CounterStep[]) => steps.reduce((sum, { kwh }) => sum + kwh, 0);
