import type { StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Card } from '../../ui/page/card.tsx';
import { ArrayFields } from './array-fields.tsx';
import { EMPTY_ARRAY, versionOf, type ArrayDraft, type VersionDraft } from './design-draft.ts';
import styles from './design.module.css';
import { HorizonFields } from './horizon-fields.tsx';
import { PowerSum } from './power-sum.tsx';
import { StringFields } from './string-fields.tsx';

interface VersionFieldsProps {
  version: VersionDraft;
  station: StationDetail;
  /** What is wrong at a place of the version, in words; `always`: also before it was left. */
  errorAt: (place: string, always?: boolean) => string | undefined;
  onLeave: (place: string) => void;
  onChange: (version: VersionDraft) => void;
  onRemove: (() => void) | undefined;
}

/** The arrays from one day on. */
export function VersionFields(props: VersionFieldsProps) {
  const { t } = useTranslation('station-designs');
  const format = useFormat();
  const { version, station, errorAt, onLeave, onChange, onRemove } = props;
  const { from, arrays } = version;
  const put = (next: readonly ArrayDraft[]) => onChange({ ...version, arrays: next });
  const whole = errorAt('arrays', true);
  return (
    <Card
      title={from === '' ? t('beginning') : t('from', { day: format.day(from) })}
      extra={
        onRemove ? (
          <Button kind="quiet" onClick={onRemove}>
            {t('removeVersion')}
          </Button>
        ) : null
      }
    >
      <div className={styles.form}>
        <div className={styles.row}>
          <Field
            label={t('field.from')}
            type="date"
            value={from}
            hint={t('hint.from')}
            error={errorAt('from')}
            onChange={(event) => onChange({ ...version, from: event.target.value })}
            onBlur={() => onLeave('from')}
          />
        </div>
        {arrays.map((array, at) => (
          // Arrays have no identity but their place.
          // oxlint-disable-next-line no-array-index-key
          <ArrayFields
            key={at}
            array={array}
            station={station}
            errorOf={(field) => errorAt(`${at}.${field}`)}
            onLeave={(field) => onLeave(`${at}.${field}`)}
            onChange={(next) => put(arrays.with(at, next))}
            onCopy={() => put(arrays.toSpliced(at + 1, 0, { ...array, name: '' }))}
            onRemove={arrays.length > 1 ? () => put(arrays.filter((_, other) => other !== at)) : undefined}
          />
        ))}
        {whole ? (
          <p role="alert" className={styles.warning}>
            {whole}
          </p>
        ) : null}
        <StringFields {...props} />
        <HorizonFields
          text={version.horizon}
          station={station}
          error={errorAt('horizon', true)}
          onChange={(horizon) => onChange({ ...version, horizon })}
        />
        <div className={styles.foot}>
          <Button onClick={() => put([...arrays, EMPTY_ARRAY])}>{t('addArray')}</Button>
          <PowerSum arrays={versionOf(version).arrays} capacityKw={station.capacityKw} />
        </div>
      </div>
    </Card>
  );
}
