import { LIMITS, type SafetyStandard } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FormGroup } from '../../ui/form/form-row.tsx';
import styles from './local-modes.module.css';

/** A standard while it is typed. */
export type TypedStandard = Omit<SafetyStandard, 'value'> & { value: string };

interface StandardFieldsProps {
  standards: readonly TypedStandard[];
  /** Somebody tried to save them. */
  tried: boolean;
  errorOf: (place: number) => string | undefined;
  onChange: (standards: readonly TypedStandard[]) => void;
}

/** Whether a text is a number that an inverter can hold. */
export const isValue = (text: string): boolean => /^\d{1,5}$/.test(text.trim()) && Number(text) <= 65_535;

/** Safety standards that inverters of a product can be set to, line by line. */
export function StandardFields({ standards, tried, errorOf, onChange }: StandardFieldsProps) {
  const { t } = useTranslation('local-modes');
  const change = (place: number, fields: Partial<TypedStandard>) =>
    onChange(standards.map((one, at) => (at === place ? { ...one, ...fields } : one)));
  return (
    <FormGroup label={t('standards')}>
      {standards.map(({ code, name, value }, place) => (
        // A standard has no name of its own while it is typed.
        // oxlint-disable-next-line react/no-array-index-key -- fields keep what they hold
        <div key={place} className={styles.standard}>
          <Field
            label={t('code')}
            value={code}
            maxLength={64}
            autoComplete="off"
            error={errorOf(place)}
            onChange={({ target }) => change(place, { code: target.value })}
          />
          <Field
            label={t('name')}
            value={name}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => change(place, { name: target.value })}
          />
          <Field
            label={t('value')}
            value={value}
            inputMode="numeric"
            autoComplete="off"
            error={tried && !isValue(value) ? t('valueWrong') : undefined}
            onChange={({ target }) => change(place, { value: target.value })}
          />
          <Button
            aria-label={t('remove', { n: place + 1 })}
            onClick={() => onChange(standards.filter((_, at) => at !== place))}
          >
            ✕
          </Button>
        </div>
      ))}
      {standards.length < LIMITS.localStandards ? (
        <div>
          <Button onClick={() => onChange([...standards, { code: '', name: '', value: '' }])}>
            {t('add')}
          </Button>
        </div>
      ) : null}
    </FormGroup>
  );
}
