import type { ProductPart } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/form/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FormGroup } from '../../ui/form/form-row.tsx';
import styles from './products.module.css';

interface PartFieldsProps {
  parts: readonly ProductPart[];
  most: number;
  errorOf: (place: number) => string | undefined;
  onChange: (parts: readonly ProductPart[]) => void;
}

/** Spare parts of a product, line by line. */
export function PartFields({ parts, most, errorOf, onChange }: PartFieldsProps) {
  const { t } = useTranslation('products');
  const change = (place: number, fields: Partial<ProductPart>) =>
    onChange(parts.map((part, at) => (at === place ? { ...part, ...fields } : part)));
  return (
    <FormGroup label={t('parts')}>
      {parts.map(({ name, number }, place) => (
        // A part has no name of its own while it is typed.
        // oxlint-disable-next-line react/no-array-index-key -- fields keep what they hold
        <div key={place} className={styles.part}>
          <Field
            label={t('partName')}
            value={name}
            maxLength={100}
            autoComplete="off"
            error={errorOf(place)}
            onChange={({ target }) => change(place, { name: target.value })}
          />
          <Field
            label={t('partNumber')}
            value={number}
            maxLength={64}
            autoComplete="off"
            onChange={({ target }) => change(place, { number: target.value })}
          />
          <Button
            aria-label={t('removePart', { n: place + 1 })}
            onClick={() => onChange(parts.filter((_, at) => at !== place))}
          >
            ✕
          </Button>
        </div>
      ))}
      {parts.length < most ? (
        <div>
          <Button onClick={() => onChange([...parts, { name: '', number: '' }])}>{t('addPart')}</Button>
        </div>
      ) : null}
    </FormGroup>
  );
}
