import { type SerialState, stationAddress } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StatusTone } from '../../../ui/status/status-tone.ts';
import { ToneBadge } from '../../../ui/status/tone-badge.tsx';
import type { SerialRow } from './serial-rows.ts';
import styles from './serials.module.css';

const TONES: Record<SerialState, StatusTone> = {
  new: 'tip',
  reporting: 'tip',
  claimNeeded: 'general',
  here: 'standby',
  mine: 'standby',
  taken: 'general',
  duplicate: 'standby',
  invalid: 'general',
  untold: 'standby',
};

interface SerialTableProps {
  rows: readonly SerialRow[];
  busy: boolean;
  onClaimCode: (sn: string, code: string) => void;
}

/** Every serial number of the list in its order, with what becomes of it, or what became of it. */
export function SerialTable({ rows, busy, onClaimCode }: SerialTableProps) {
  const { t } = useTranslation('devices');
  return (
    <div className={styles.frame} tabIndex={0} role="region" aria-label={t('serials.field')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('column.sn')}</th>
            <th scope="col">{t('serials.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index}>
              <th scope="row">{row.sn}</th>
              <td>
                <Outcome row={row} />
                {row.state === 'claimNeeded' && !row.result?.deviceId ? (
                  <input
                    className={styles.code}
                    aria-label={`${t('add.claimCode')}: ${row.sn}`}
                    placeholder={t('add.claimCode')}
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                    maxLength={32}
                    value={row.claimCode}
                    disabled={busy}
                    onChange={(event) => onClaimCode(row.sn, event.target.value)}
                  />
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Outcome({ row: { state, station, result } }: { row: SerialRow }) {
  const { t } = useTranslation('devices');
  if (result?.deviceId) return <ToneBadge tone="normal">{t('serials.states.added')}</ToneBadge>;
  if (result?.refusal) return <ToneBadge tone="general">{result.refusal.message}</ToneBadge>;
  const words = t(`serials.states.${state}`, { station: station?.name ?? '' });
  return (
    <ToneBadge tone={TONES[state]}>
      {station ? <Link to={stationAddress(station.id, 'device')}>{words}</Link> : words}
    </ToneBadge>
  );
}
