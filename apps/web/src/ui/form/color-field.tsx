import { Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './color-field.module.css';

interface ColorFieldProps {
  id: string;
  status: 'error' | '';
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
  /** `#RRGGBB` */
  value: string;
  onChange: (color: string) => void;
  /** How it will look, beside the field. */
  children?: ReactNode;
}

const COLOR = /^#[0-9A-F]{6}$/i;

/** A colour, typed as `#RRGGBB` or picked with the browser's own picker. */
export function ColorField({ value, onChange, children, ...control }: ColorFieldProps) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.field}>
      <input
        type="color"
        className={styles.picker}
        aria-label={t('pickColor')}
        value={COLOR.test(value) ? value.toLowerCase() : '#000000'}
        onChange={(event) => onChange(event.target.value.toUpperCase())}
      />
      <Input
        {...control}
        className={styles.text}
        maxLength={7}
        value={value}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value.trim())}
      />
      {children}
    </div>
  );
}
