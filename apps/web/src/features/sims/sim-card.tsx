import { deviceAddress, type SimRow } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import { dataText, SimAlerts, SimStatusBadge } from './sim-facts.tsx';
import styles from './sims.module.css';

/** A card on a phone. */
export function SimCard({ sim, onEdit }: { sim: SimRow; onEdit: (sim: SimRow) => void }) {
  const { t } = useTranslation('sims');
  const format = useFormat();
  const mayEdit = useMay('sims.edit');
  const { iccid, status, expiresOn, daysLeft, device, station } = sim;
  return (
    <div className={styles.card}>
      <strong>{iccid}</strong>
      <SimStatusBadge status={status} />
      <SimAlerts sim={sim} />
      <p className={styles.muted}>{`${t('column.data')}: ${dataText(t, format, sim)}`}</p>
      <p className={styles.muted}>
        {`${t('column.expiresOn')}: ${expiresOn === null ? UNKNOWN : format.day(expiresOn)}`}
        {daysLeft === null ? null : ` · ${t('column.daysLeft')}: ${format.number(daysLeft, 0)}`}
      </p>
      {device ? (
        <p className={styles.muted}>
          <Link to={deviceAddress(device.id)}>{device.name ?? device.sn}</Link>
          {station ? ` · ${station.name}` : null}
        </p>
      ) : null}
      {mayEdit ? (
        <div>
          <Button aria-label={t('changeOne', { iccid })} onClick={() => onEdit(sim)}>
            {t('change')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
