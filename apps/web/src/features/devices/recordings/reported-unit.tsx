import { convertUnit, pointByKey, unitConversion } from '@sunfleet/device-model';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Choice } from '../../../ui/form/field.tsx';
import styles from './recordings.module.css';
import { unitsFor } from './unit-options.ts';

interface ReportedUnitProps {
  /** Key of the catalogue. */
  point: string;
  unit: string;
  onChange: (unit: string) => void;
}

const EXAMPLE = 100;

/** In which unit the device reports, and what becomes of a value. */
export function ReportedUnit({ point, unit, onChange }: ReportedUnitProps) {
  const { t } = useTranslation('points');
  const format = useFormat();
  const wanted = pointByKey(point)?.unit ?? '';
  const conversion = unitConversion(unit, wanted);
  const shown = (value: number, of: string) => `${format.number(value)} ${of}`;
  return (
    <div>
      <Choice
        label={t('record.unit')}
        value={unit}
        options={unitsFor(point).map((value) => ({ value, label: value }))}
        onChange={onChange}
      />
      {conversion && unit !== wanted ? (
        <p className={styles.note}>
          {t('record.example', {
            from: shown(EXAMPLE, unit),
            to: shown(convertUnit(EXAMPLE, conversion), wanted),
          })}
        </p>
      ) : null}
    </div>
  );
}
