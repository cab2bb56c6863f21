import type { StationDataErrors } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import type { ChartTable } from '../../ui/chart/csv.ts';

type Words = TFunction<readonly ['data-errors', 'common', 'devices']>;

/** Every error of a station as a line of a table. */
export function errorsTable({ devices }: StationDataErrors, t: Words): ChartTable {
  return {
    columns: [t('day'), t('device'), t('error'), t('minutes'), t('count'), t('spreadColumn'), t('touched')],
    rows: devices.flatMap(({ sn, errors }) =>
      errors.map(({ day, kind, minutes, count, spread, touched }) => [
        day,
        sn,
        t(`kind.${kind}`),
        minutes,
        count,
        spread === null ? null : Number(spread.toFixed(3)),
        touched.map((figure) => t(`figure.${figure}`)).join(', '),
      ]),
    ),
  };
}
