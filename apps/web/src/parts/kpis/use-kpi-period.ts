import { KPIS } from '@sunfleet/contract';
import { choiceField, textField, useUrlState } from '../../lib/url-state.ts';
import { PAST_LENGTHS, pastSpan } from '../periods/past-span.ts';

const FIELDS = {
  kpis: choiceField(PAST_LENGTHS, 'month'),
  kpisIn: textField(),
  kpi: choiceField(['', ...KPIS], ''),
};

/** Which days key figures are of, and which one is drawn; kept in the address. */
export function useKpiPeriod(today: string) {
  const [{ kpis: length, kpisIn, kpi }, set] = useUrlState(FIELDS);
  const span = pastSpan(today, length, kpisIn);
  const { grain, from, to } = span;
  return {
    span,
    length,
    query: { grain, from, to },
    drawn: kpi === '' ? undefined : kpi,
    onLength: (next: (typeof PAST_LENGTHS)[number]) => set({ kpis: next, kpisIn: '' }),
    onPeriod: (period: string) => set({ kpisIn: period }),
    onDrawn: (next: (typeof KPIS)[number]) => set({ kpi: next }),
  };
}
export type KpiPeriod = ReturnType<typeof useKpiPeriod>;
