import { deviceFlowEnergy, type EnergyInput, type FlowEnergy } from './device-energy.ts';
import { orderOf, type CounterSpan } from './station-counters.ts';

/** Energy of a flow by the counter that was chosen for each time. */
export function chosenEnergy(input: EnergyInput, spans: readonly CounterSpan[]): FlowEnergy {
  const { window } = input;
  const within = spans.filter(({ start, end }) => start < window.end && end > window.start);
  const parts = (within.length > 0 ? within : spans.slice(-1)).map((span) => {
    const order = orderOf(span.counter);
    return { span, energy: deviceFlowEnergy(order ? { ...input, order } : input) };
  });
  const last = parts.at(-1)!.energy;
  if (parts.length === 1) return last;
  const cells = parts.flatMap(({ span, energy }) =>
    [...energy.cells].filter(([start]) => start >= span.start && start < span.end),
  );
  return {
    cells: new Map(cells),
    isDoubtful: parts.some(({ energy }) => energy.isDoubtful),
    counter: last.counter,
  };
}
