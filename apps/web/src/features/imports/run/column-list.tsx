import { pointByKey } from '@sunfleet/device-model';
import type { ImportRun } from '@sunfleet/contract';
import { useFormat } from '../../../lib/format/use-format.ts';
import { usePointName } from '../../../parts/points/use-point-name.ts';
import { unitOfPoint, useImportPoints } from '../wizard/use-import-points.ts';
import styles from '../imports.module.css';

/** What each column became, and how its figures were converted. */
export function ColumnList({ run: { columns, station } }: { run: ImportRun }) {
  const isCustom = columns.some(({ point }) => !pointByKey(point));
  const { points } = useImportPoints(isCustom ? station.id : undefined);
  const nameOf = usePointName();
  const { language } = useFormat();
  const figure = (value: number) => value.toLocaleString(language, { maximumSignificantDigits: 6 });
  return (
    <ul className={styles.columns}>
      {columns.map(({ column, point, scale, offset }) => {
        const unit = unitOfPoint(point, points);
        const called = nameOf(point, points.find(({ key }) => key === point)?.name);
        const factor = scale === 1 ? '' : ` × ${figure(scale)}`;
        const shift = offset === 0 ? '' : ` ${offset < 0 ? '−' : '+'} ${figure(Math.abs(offset))}`;
        return (
          <li key={`${column} ${point}`}>
            {`${column}${factor}${shift} → ${called}${unit ? ` (${unit})` : ''}`}
          </li>
        );
      })}
    </ul>
  );
}
