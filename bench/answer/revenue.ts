import { performance } from 'node:perf_hooks';
import { always, dayRange, revenueOf, type TariffRules } from '@sunfleet/analysis';
import type { Bench } from '../figure.ts';

const QUARTER = 15 * 60_000;
const ZONE = 'America/Toronto';
const ROUNDS = 50;

/** What pricing a year of quarter hours costs: five flows, two seasons, three day types, a price that changes five times a day. */
export const revenueBench: Bench = {
  names: ['revenue.year'],
  async run(_wanted, tell) {
    const range = { start: dayRange('2025-01-01', ZONE).start, end: dayRange('2025-12-31', ZONE).end };
    const length = (range.end - range.start) / QUARTER;
    const flow = (kWh: number) => Float64Array.from({ length }, (_, at) => kWh * (1 + Math.sin(at / 15)));
    const intervals = {
      starts: Float64Array.from({ length }, (_, at) => range.start + at * QUARTER),
      lengthMs: QUARTER,
      pv: flow(0.5),
      export: flow(0.2),
      import: flow(0.1),
      charge: flow(0.05),
      discharge: flow(0.04),
    };
    const terms = [{ from: null, tariff: { currency: 'CAD', rules: timeOfUse() } }];
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now();
      revenueOf(intervals, { terms, zone: ZONE, range });
      times.push(performance.now() - start);
    }
    const p95 = times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!;
    tell({ name: 'revenue.year', value: p95, unit: 'ms' });
  },
};

function timeOfUse(): TariffRules {
  const season = (seasons: number[], peak: number, middle: number) => {
    const at = (from: number, to: number, price: number) => ({
      seasons,
      days: ['weekday' as const],
      from: from * 60,
      to: to * 60,
      price,
    });
    return [
      at(19, 7, 0.076),
      at(7, 11, peak),
      at(11, 17, middle),
      at(17, 19, peak),
      { ...always(0.076)[0]!, seasons, days: ['weekend' as const, 'holiday' as const] },
    ];
  };
  return {
    seasons: [
      { name: 'Winter', from: '11-01', to: '04-30' },
      { name: 'Summer', from: '05-01', to: '10-31' },
    ],
    weekend: [6, 7],
    holidays: ['01-01', '12-25', '12-26'],
    import: [...season([0], 0.158, 0.122), ...season([1], 0.122, 0.158)],
    feedIn: always(0.05),
    subsidy: 0.01,
    standing: { amount: 25, per: 'month' },
  };
}
