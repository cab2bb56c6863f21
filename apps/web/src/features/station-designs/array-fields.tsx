import type { StationDetail } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { readNumber } from '../../lib/form/read-number.ts';
import { Button } from '../../ui/form/button.tsx';
import { Choice, Field } from '../../ui/form/field.tsx';
import type { ArrayDraft, TypedField } from './design-draft.ts';
import styles from './design.module.css';
import { facesAway } from './facing.ts';
import { ModelField } from './model-field.tsx';

interface ArrayFieldsProps {
  array: ArrayDraft;
  station: StationDetail;
  /** What is wrong with a field, in words. */
  errorOf: (field: keyof ArrayDraft) => string | undefined;
  onChange: (array: ArrayDraft) => void;
  /** A field was left. */
  onLeave: (field: keyof ArrayDraft) => void;
  onCopy: () => void;
  onRemove: (() => void) | undefined;
}

const FACING = ['tilt', 'azimuth'] as const;
const MODULES = ['power', 'quantity', 'series', 'coefficient'] as const;
const ROWS = ['slant', 'spacing', 'height', 'bifacial'] as const;

/** All of one array; a roof that faces away from the sun is asked about and not refused. */
export function ArrayFields(props: ArrayFieldsProps) {
  const { t } = useTranslation('station-designs');
  const { array, station, onChange } = props;
  const away = facesAway(
    { tilt: readNumber(array.tilt), azimuth: readNumber(array.azimuth) },
    station.latitude,
  );
  return (
    <div role="group" aria-label={array.name || t('newArray')} className={styles.array}>
      <div className={styles.row}>
        <div className={styles.wide}>
          <Text {...props} field="name" />
        </div>
        {FACING.map((field) => (
          <Text
            key={field}
            {...props}
            field={field}
            hint={field === 'azimuth' && away ? t('away') : t(`hint.${field}`)}
          />
        ))}
        <Choice
          label={t('field.by')}
          value={array.by}
          options={(['modules', 'share'] as const).map((by) => ({ value: by, label: t(`by.${by}`) }))}
          onChange={(by) => onChange({ ...array, by: by === 'share' ? 'share' : 'modules' })}
        />
        {array.by === 'share' ? <Text {...props} field="share" /> : null}
        {array.by === 'modules' ? (
          <>
            <ModelField
              array={array}
              error={props.errorOf('model')}
              onChange={onChange}
              onLeave={() => props.onLeave('model')}
            />
            {MODULES.map((field) => (
              <Text key={field} {...props} field={field} />
            ))}
          </>
        ) : null}
        <Text {...props} field="albedo" />
        {ROWS.map((field) => (
          <Text key={field} {...props} field={field} hint={t(`hint.${field}`)} />
        ))}
      </div>
      <div className={styles.foot}>
        <Button onClick={props.onCopy}>{t('copy')}</Button>
        {props.onRemove ? (
          <Button kind="quiet" onClick={props.onRemove}>
            {t('remove')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function Text({
  array,
  field,
  hint,
  errorOf,
  onChange,
  onLeave,
}: ArrayFieldsProps & { field: TypedField; hint?: string }) {
  const { t } = useTranslation('station-designs');
  return (
    <Field
      label={t(`field.${field}`)}
      autoComplete="off"
      inputMode={field === 'name' ? 'text' : 'decimal'}
      value={array[field]}
      hint={hint}
      error={errorOf(field)}
      onChange={(event) => onChange({ ...array, [field]: event.target.value })}
      onBlur={() => onLeave(field)}
    />
  );
}
