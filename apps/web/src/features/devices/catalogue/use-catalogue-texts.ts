import { RUN_STATES, type RunStateName } from '@sunfleet/device-model';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueRow } from './catalogue-rows.ts';

/** Which sentence says more about a point than its name and kind do. */
const NOTES = {
  ac_power: 'acPower',
  battery_power: 'battery',
  battery_current: 'battery',
  grid_power: 'grid',
  meter_power: 'grid',
  alarm_code: 'maker',
  fault_w: 'maker',
} as const;

/** The words of a row in the page's language. */
export function useCatalogueTexts() {
  const { t } = useTranslation('points');
  const states = useMemo(
    () =>
      (Object.keys(RUN_STATES) as RunStateName[])
        .map((name) => `${RUN_STATES[name]} ${t(`runMode.${name}`)}`)
        .join(', '),
    [t],
  );
  const nameOf = useCallback(
    ({ text, family }: CatalogueRow) =>
      t(`name.${text}` as 'name.pv_voltage', { n: family?.numbers as never }),
    [t],
  );
  const meaningOf = useCallback(
    ({ text, kind }: CatalogueRow) => {
      const note = NOTES[text as keyof typeof NOTES] as (typeof NOTES)[keyof typeof NOTES] | undefined;
      const more = text === 'state' ? states : note ? t(`catalogue.note.${note}`) : '';
      const said = t(`catalogue.kind.${kind}`);
      return more ? t('catalogue.meaning', { kind: said, note: more }) : said;
    },
    [t, states],
  );
  return useMemo(() => ({ nameOf, meaningOf }), [nameOf, meaningOf]);
}
