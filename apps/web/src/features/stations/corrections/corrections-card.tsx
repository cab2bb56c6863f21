import type { EnergyCorrectionRow, StationDetail } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useAccount, useMay } from '../../../lib/session/session-context.tsx';
import { signedEnergy } from '../../../parts/stations/corrected-mark.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import styles from './corrections.module.css';
import { EditCorrection } from './edit-correction.tsx';
import { RemoveCorrection } from './remove-correction.tsx';

type Open = { what: 'add' } | { what: 'edit' | 'remove'; row: EnergyCorrectionRow };

/** What people added to the measured energy of a station, with who, when and why, and the ways to change it for who may. */
export function CorrectionsCard({ station }: { station: StationDetail }) {
  const { t } = useTranslation('stations');
  const { visitor } = useAccount();
  const maySee = useMay('telemetry.view');
  const { data: rows } = useCall(
    'listEnergyCorrections',
    { params: { id: station.id } },
    { enabled: maySee },
  );
  const authority = useCall('plantAuthority', { query: { id: station.id, type: 1 } }, { enabled: !visitor });
  const mayEdit = authority.data?.permissions.includes('stations.edit') ?? false;
  const [open, setOpen] = useState<Open>();
  if (!rows || (rows.length === 0 && !mayEdit)) return null;
  const close = () => setOpen(undefined);
  return (
    <Card title={t('corrections.title')}>
      <div className={styles.card}>
        {rows.length === 0 ? <p className={styles.hint}>{t('corrections.none')}</p> : null}
        <ul className={styles.list}>
          {rows.map((row) => (
            <CorrectionItem
              key={row.id}
              row={row}
              zone={station.timeZone}
              {...(mayEdit && !row.removed ? { onOpen: setOpen } : {})}
            />
          ))}
        </ul>
        {mayEdit ? (
          <div>
            <Button onClick={() => setOpen({ what: 'add' })}>{t('corrections.add')}</Button>
          </div>
        ) : null}
      </div>
      {open?.what === 'add' ? <EditCorrection station={station} onClose={close} /> : null}
      {open?.what === 'edit' ? <EditCorrection station={station} row={open.row} onClose={close} /> : null}
      {open?.what === 'remove' ? <RemoveCorrection station={station} row={open.row} onClose={close} /> : null}
    </Card>
  );
}

interface ItemProps {
  row: EnergyCorrectionRow;
  zone: string;
  onOpen?: (open: Open) => void;
}

function CorrectionItem({ row, zone, onOpen }: ItemProps) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const place = usePlace(row);
  const energy = signedEnergy(format, row.kwh);
  const done = (what: 'created' | 'changed' | 'removed') => {
    const event = row[what];
    if (!event) return null;
    const words = { who: event.by ?? UNKNOWN, when: format.dateTime(event.at, zone) };
    return <span className={styles.hint}>{t(`corrections.${what}`, words)}</span>;
  };
  const named = { energy, place };
  return (
    <li className={styles.item} data-removed={row.removed !== null}>
      <div className={styles.words}>
        <span>
          <b className={styles.energy}>{energy}</b> {place}
        </span>
        {row.reason ? <span className={styles.reason}>{row.reason}</span> : null}
        {done('created')}
        {done('changed')}
        {done('removed')}
      </div>
      {onOpen ? (
        <div className={styles.buttons}>
          <Button aria-label={t('corrections.editOf', named)} onClick={() => onOpen({ what: 'edit', row })}>
            {t('corrections.change')}
          </Button>
          <Button
            aria-label={t('corrections.removeOf', named)}
            onClick={() => onOpen({ what: 'remove', row })}
          >
            {t('corrections.remove')}
          </Button>
        </div>
      ) : null}
    </li>
  );
}

/** What the amount is added to, in words. */
function usePlace({ kind, from, to, inTotal }: EnergyCorrectionRow): string {
  const { t } = useTranslation('stations');
  const format = useFormat();
  if (kind === 'total') return t('corrections.place.total');
  if (kind === 'offset') return t('corrections.place.offset', { day: format.day(to) });
  const days =
    from === to
      ? t('corrections.place.day', { day: format.day(from) })
      : t('corrections.place.days', { from: format.day(from), to: format.day(to) });
  return inTotal ? days : `${days}, ${t('corrections.place.notTotal')}`;
}
