import { deviceAddress, type DataError, type StationDataErrors } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import { Card } from '../../ui/page/card.tsx';
import styles from './data-errors.module.css';

/** More would not be read; the file has all. */
const SHOWN = 200;

/** Each error with the figure that it touched, the newest first. */
export function ErrorList({ errors: { devices } }: { errors: StationDataErrors }) {
  const { t } = useTranslation('data-errors');
  const format = useFormat();
  const rows = devices
    .flatMap(({ id, sn, name, errors }) => errors.map((error) => ({ id, device: name ?? sn, error })))
    .toSorted((a, b) => b.error.day.localeCompare(a.error.day));
  if (rows.length === 0)
    return (
      <Card title={t('errors')}>
        <p>{t('none')}</p>
      </Card>
    );
  return (
    <Card title={t('errors')}>
      <div className={styles.scroll} role="group" aria-label={t('errors')} tabIndex={0}>
        <table className={styles.table}>
          <caption className="visually-hidden">{t('errors')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('day')}</th>
              <th scope="col">{t('device')}</th>
              <th scope="col">{t('error')}</th>
              <th scope="col">{t('extent')}</th>
              <th scope="col">{t('touched')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, SHOWN).map(({ id, device, error }) => (
              <tr key={`${id} ${error.kind} ${error.day}`}>
                <td>{format.day(error.day)}</td>
                <td>
                  <Link to={deviceAddress(id)}>{device}</Link>
                </td>
                <td>{t(`kind.${error.kind}`)}</td>
                <td>
                  <Extent error={error} />
                </td>
                <td>{error.touched.map((figure) => t(`figure.${figure}`)).join(', ')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > SHOWN ? (
        <p className={styles.muted}>{t('more', { n: format.number(rows.length, 0) })}</p>
      ) : null}
    </Card>
  );
}

/** How long, how often, how much. */
function Extent({ error: { kind, count, minutes, spread } }: { error: DataError }) {
  const { t } = useTranslation('data-errors');
  const format = useFormat();
  const parts = [
    minutes === null ? '' : format.duration(minutes * 60_000),
    kind === 'late' || kind === 'counterReset' || kind === 'clock'
      ? t('times', { n: format.number(count, 0) })
      : '',
    spread === null ? '' : t('spread', { energy: format.energy(spread) }),
  ];
  return <>{parts.filter(Boolean).join(' · ')}</>;
}
