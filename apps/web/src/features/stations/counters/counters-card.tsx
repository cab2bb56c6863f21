import type { CounterChoice, StationDetail } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useAccount, useMay } from '../../../lib/session/session-context.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { ChooseCounter } from './choose-counter.tsx';
import { CompareTable } from './compare-table.tsx';
import styles from './counters.module.css';

/** While energies are summed again the page looks as often as this. */
const COUNTING_MS = 3000;

/** By which counter the production of a station goes, who decided so and why, and what each counter says of the last days. */
export function CountersCard({ station }: { station: StationDetail }) {
  const { t } = useTranslation('counters');
  const { visitor } = useAccount();
  const maySee = useMay('telemetry.view');
  const params = { id: station.id };
  const [counting, setCounting] = useState(false);
  const { data } = useCall(
    'listCounterChoices',
    { params },
    { enabled: maySee, ...(counting ? { refetchMs: COUNTING_MS } : {}) },
  );
  const authority = useCall('plantAuthority', { query: { id: station.id, type: 1 } }, { enabled: !visitor });
  const mayEdit = authority.data?.permissions.includes('stations.edit') ?? false;
  const [compares, setCompares] = useState(false);
  const [choosing, setChoosing] = useState(false);
  if (!data) return null;
  if (data.counting !== counting) setCounting(data.counting);
  const { choices } = data;
  return (
    <Card title={t('title')}>
      <div className={styles.card}>
        {choices.length === 0 ? (
          <p>
            <b>{t('counter.automatic')}</b> <span className={styles.hint}>{t('hint.automatic')}</span>
          </p>
        ) : (
          <ul className={styles.list}>
            {choices.map((choice) => (
              <Choice key={choice.id} choice={choice} zone={station.timeZone} />
            ))}
          </ul>
        )}
        {data.counting ? <p role="status">{t('counting')}</p> : null}
        <div className={styles.buttons}>
          <Button aria-expanded={compares} onClick={() => setCompares(!compares)}>
            {t(compares ? 'hide' : 'compare')}
          </Button>
          {mayEdit ? <Button onClick={() => setChoosing(true)}>{t('choose')}</Button> : null}
        </div>
        {compares ? <CompareTable station={station} /> : null}
      </div>
      {choosing ? (
        <ChooseCounter
          station={station}
          newest={choices[0]}
          samplesSince={data.samplesSince}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </Card>
  );
}

function Choice({ choice, zone }: { choice: CounterChoice; zone: string }) {
  const { t } = useTranslation('counters');
  const format = useFormat();
  const { counter, from, reason, created, holds } = choice;
  const words = { who: created.by ?? UNKNOWN, when: format.dateTime(created.at, zone) };
  return (
    <li className={styles.choice} data-holds={holds}>
      <span>
        <b className={styles.name}>{t(`counter.${counter}`)}</b>{' '}
        {from === null ? t('always') : t('since', { day: format.day(from) })}
      </span>
      {reason ? <span className={styles.reason}>{reason}</span> : null}
      <span className={styles.hint}>
        {t('chosen', words)}
        {holds ? null : ` · ${t('over')}`}
      </span>
    </li>
  );
}
