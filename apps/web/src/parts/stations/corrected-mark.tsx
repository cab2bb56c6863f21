import { EditOutlined } from '@ant-design/icons';
import { type AddedByPeople, stationAddress } from '@sunfleet/contract';
import { Popover } from 'antd';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './corrected-mark.module.css';

interface CorrectedMarkProps {
  /** kWh as it is shown; null: not known. */
  kwh: number | null;
  /** kWh of it that people added. */
  added: number | undefined;
  /** Whose corrections are listed on its page. */
  stationId?: number;
  /** With the word beside the sign, where there is room. */
  word?: boolean;
}

/** Says that people changed an energy, and one click away what was measured. Draws nothing where nobody did. */
export function CorrectedMark({ kwh, added, stationId, word = false }: CorrectedMarkProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  if (!added || kwh === null) return null;
  const content = (
    <div className={styles.facts}>
      <div>{t('corrected.measured', { energy: format.energy(kwh - added) })}</div>
      <div>{t('corrected.added', { energy: signedEnergy(format, added) })}</div>
      {stationId === undefined ? null : (
        <Link to={stationAddress(stationId, 'about')}>{t('corrected.all')}</Link>
      )}
    </div>
  );
  return (
    <Popover trigger="click" content={content}>
      <button
        type="button"
        className={styles.mark}
        aria-label={t('corrected.one')}
        title={t('corrected.one')}
      >
        <EditOutlined aria-hidden />
        {word ? <span>{t('corrected.one')}</span> : null}
      </button>
    </Popover>
  );
}

interface EnergyTextProps {
  kwh: number | null;
  of: keyof AddedByPeople;
  correction: AddedByPeople | undefined;
  stationId?: number;
}

/** An energy in a list, with the mark where people changed it. */
export function EnergyText({ kwh, of, correction, ...more }: EnergyTextProps) {
  const format = useFormat();
  return (
    <span className={styles.energy}>
      <CorrectedMark kwh={kwh} added={correction?.[of]} {...more} />
      {format.energy(kwh)}
    </span>
  );
}

/** `+5 kWh`, `−5 kWh`. */
export const signedEnergy = (format: { energy: (kWh: number) => string }, kwh: number) =>
  `${kwh < 0 ? '−' : '+'}${format.energy(Math.abs(kwh))}`;

/** `corrected by +5 kWh, measured 2 kWh`. Measured null: nothing is known. */
export function useCorrectedWords(): (of: { measured: number | null; added: number }) => string {
  const { t } = useTranslation('common');
  const format = useFormat();
  return useCallback(
    ({ measured, added }) =>
      t('corrected.words', { added: signedEnergy(format, added), measured: format.energy(measured) }),
    [t, format],
  );
}
