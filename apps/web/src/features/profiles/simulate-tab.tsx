import { exampleValues, pointByKey, type Profile } from '@sunfleet/device-model';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useExactNumber } from '../../lib/format/use-exact-number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { readNumber } from '../../lib/form/read-number.ts';
import { usePointName } from '../../parts/points/use-point-name.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import plain from '../../ui/table/plain-table.module.css';
import { registersOf } from './points-tab.tsx';
import styles from './profiles.module.css';
import { simulateValues } from './simulate-values.ts';

/** A device that is only simulated: values go into its registers and are read again. */
export function SimulateTab({ profile }: { profile: Profile }) {
  const { t } = useTranslation('profiles');
  const format = useFormat();
  const exact = useExactNumber();
  const nameOf = usePointName();
  const examples = useMemo(() => exampleValues(profile), [profile]);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const values = useMemo(() => {
    const own = Object.entries(typed).map(([key, text]) => [key, readNumber(text)] as const);
    const right = own.filter(([key, value]) => key in examples && !Number.isNaN(value));
    return { ...examples, ...Object.fromEntries(right) };
  }, [examples, typed]);
  const points = useMemo(() => simulateValues(profile, values), [profile, values]);
  if (profile.sunspec) return <p className={styles.muted}>{t('sunspecHint')}</p>;
  const rows = profile.points.filter(({ key }) => key in examples);
  const changed = rows.filter(({ key }) => !points.get(key)!.same).length;
  return (
    <Card
      title={t('tab.simulate')}
      extra={<Button onClick={() => setTyped({})}>{t('simulate.examples')}</Button>}
    >
      <p className={styles.muted}>{t('simulate.hint')}</p>
      <p role="status">
        {t('simulate.changed', { n: format.number(changed, 0), all: format.number(rows.length, 0) })}
      </p>
      <div className={plain.wide}>
        <table className={plain.table}>
          <caption className="visually-hidden">{t('tab.simulate')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('column.point')}</th>
              <th scope="col">{t('column.registers')}</th>
              <th scope="col">{t('simulate.written')}</th>
              <th scope="col">{t('simulate.words')}</th>
              <th scope="col">{t('simulate.back')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((point) => {
              const { words, back, same } = points.get(point.key)!;
              const unit = pointByKey(point.key)?.unit ?? '';
              return (
                <tr key={point.key}>
                  <th scope="row">
                    {nameOf(point.key)} <code>{point.key}</code>
                  </th>
                  <td>{registersOf(profile, point)}</td>
                  <td>
                    <input
                      className={styles.input}
                      inputMode="decimal"
                      aria-label={t('simulate.valueOf', { name: nameOf(point.key) })}
                      value={typed[point.key] ?? String(examples[point.key])}
                      onChange={({ target }) => setTyped({ ...typed, [point.key]: target.value })}
                    />{' '}
                    {unit}
                  </td>
                  <td>
                    <code>{words}</code>
                  </td>
                  <td className={same ? undefined : styles.differs}>
                    {back === undefined ? UNKNOWN : `${exact(back)} ${unit}`.trim()}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
