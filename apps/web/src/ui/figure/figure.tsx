import type { EnergySource } from '@sunfleet/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Quantity, UNKNOWN } from '../../lib/format/number.ts';
import { Age } from './age.tsx';
import styles from './figure.module.css';

interface FigureProps {
  label: ReactNode;
  /** From `useFormat`: `powerParts(w)`, `energyParts(kWh)`, … */
  value: Quantity;
  /** When it was measured; shown once it is not fresh. */
  time?: number | null;
  /** Where the figure comes from, when there is a choice. */
  source?: EnergySource | undefined;
  /** Why it is not known; a general reason otherwise. */
  reason?: string;
  /** Colour of the bar beside it, for energy: `var(--energy-pv)`. */
  color?: string;
  /** A line below: comparison, share, note. */
  note?: ReactNode;
  size?: 'large' | 'medium';
}

/** One large figure with its unit, its age when it is not fresh and its source when there is a choice. */
export function Figure({ label, value, time, source, reason, color, note, size = 'large' }: FigureProps) {
  const { t } = useTranslation('common');
  const unknown = value.value === UNKNOWN;
  return (
    <div
      className={styles.figure}
      style={color ? { borderInlineStartColor: color } : undefined}
      data-bar={Boolean(color)}
    >
      <div className={styles.label}>{label}</div>
      <div
        className={size === 'large' ? styles.large : styles.medium}
        data-words={!unknown && value.unit === ''}
        title={unknown ? (reason ?? t('figure.unknown')) : undefined}
      >
        {value.value}
        {value.unit ? <span className={styles.unit}> {value.unit}</span> : null}
        {unknown ? <span className="visually-hidden">{reason ?? t('figure.unknown')}</span> : null}
      </div>
      <div className={styles.note}>
        {unknown && reason ? <span>{reason}</span> : note}
        {!unknown && source ? <span>{t(`source.${source}`)}</span> : null}
        {!unknown && time ? <Age time={time} onlyWhenOld /> : null}
      </div>
    </div>
  );
}

interface FiguresProps {
  children: ReactNode;
  /** Of many with long names: fewer stand in a row, so that a second row is not left with one or two. */
  wide?: boolean;
}

/** A grid of figures that fits from one column on a phone to a row on a desk. */
export function Figures({ children, wide = false }: FiguresProps) {
  return <div className={wide ? `${styles.figures} ${styles.wide}` : styles.figures}>{children}</div>;
}
