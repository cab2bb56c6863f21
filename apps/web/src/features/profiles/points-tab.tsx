import { addressesOf, functionOf, pointByKey, type Profile, type ProfilePoint } from '@sunfleet/device-model';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { usePointName } from '../../parts/points/use-point-name.ts';
import { Card } from '../../ui/page/card.tsx';
import plain from '../../ui/table/plain-table.module.css';
import styles from './profiles.module.css';

/** Where each point stands in the registers of a device, and how its value is made. */
export function PointsTab({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profiles');
  const nameOf = usePointName();
  if (profile.sunspec) return <p className={styles.muted}>{t('sunspecHint')}</p>;
  return (
    <div className={styles.stack}>
      <Card title={t('tab.points')}>
        <div className={plain.wide}>
          <table className={`${plain.table} ${plain.words}`}>
            <caption className="visually-hidden">{t('tab.points')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('column.point')}</th>
                <th scope="col">{t('column.registers')}</th>
                <th scope="col">{t('column.type')}</th>
                <th scope="col">{t('column.scale')}</th>
                <th scope="col">{t('column.unit')}</th>
                <th scope="col">{t('column.group')}</th>
                <th scope="col">{t('column.notes')}</th>
              </tr>
            </thead>
            <tbody>
              {profile.points.map((point) => (
                <tr key={point.key}>
                  <th scope="row">
                    {nameOf(point.key) === point.key ? null : `${nameOf(point.key)} `}
                    <code>{point.key}</code>
                  </th>
                  <td>{registersOf(profile, point)}</td>
                  <td>{typeOf(point)}</td>
                  <td>{scaleOf(point)}</td>
                  <td>{pointByKey(point.key)?.unit ?? ''}</td>
                  <td>{t(`group.${point.group}`)}</td>
                  <td>{notesOf(t, point)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Card>
      {profile.derived.length > 0 ? (
        <Card title={t('derived')}>
          <ul className={styles.list}>
            {profile.derived.map(({ key, op, of }) => (
              <li key={key}>
                {nameOf(key)} <code>{`${key} = ${of.join(op === 'sum' ? ' + ' : ' × ')}`}</code>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </div>
  );
}

/** `3: 103–104`, most significant first. */
export function registersOf(profile: Profile, point: ProfilePoint): string {
  const addresses = addressesOf(point);
  const [first, last] = [addresses[0]!, addresses.at(-1)!];
  const span = addresses.length === 1 ? String(first) : `${first}–${last}`;
  return `${functionOf(profile, point)}: ${span}`;
}

const typeOf = ({ type, wordOrder, count }: ProfilePoint): string =>
  [type, ...(count ? [`× ${count}`] : []), ...(wordOrder === 'lo' ? ['lo'] : [])].join(' ');

const scaleOf = ({ scale, rawOffset, map }: ProfilePoint): string => {
  if (map) return '';
  return rawOffset === 0 ? `× ${scale}` : `(− ${rawOffset}) × ${scale}`;
};

const SIGNS = { gt: '>', lt: '<', eq: '=', ne: '≠' } as const;

function notesOf(t: TFunction<'profiles'>, { valid, when, map, scaleBy, signBy, na }: ProfilePoint): string {
  return [
    valid && t('note.valid', { from: valid[0], to: valid[1] }),
    na.length > 0 && t('note.na', { values: na.join(', ') }),
    when && t('note.when', { condition: `${when.point} ${SIGNS[when.op]} ${when.value}` }),
    map && t('note.map', { n: Object.keys(map).length }),
    scaleBy && t('note.scaleBy', { addr: scaleBy.addr }),
    signBy && t('note.signBy', { addr: signBy.addr, value: signBy.negativeWhen }),
  ]
    .filter(Boolean)
    .join(' · ');
}
