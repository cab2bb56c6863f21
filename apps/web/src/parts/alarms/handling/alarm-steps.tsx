import type { Alarm } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from '../alarm.module.css';

interface Entry {
  key: string;
  at: number;
  text: string;
  words: string;
}

/** What happened to an alarm, and what people did about it, the newest first. */
export function AlarmSteps({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation('alarms');
  const format = useFormat();
  const steps = useCall('listAlarmSteps', { params: { id: alarm.id } });
  const zone = alarm.station?.timeZone;
  const entries: Entry[] = [
    { key: 'began', at: alarm.beganAt, text: t('steps.began'), words: '' },
    ...(steps.data ?? []).map(({ id, kind, at, by, whom, text }) => {
      const step = t(`steps.${kind}`, { whom: whom ?? UNKNOWN });
      return {
        key: String(id),
        at,
        text: by === null ? step : t('steps.by', { step, name: by }),
        words: text,
      };
    }),
    ...(alarm.recoveredAt === null
      ? []
      : [{ key: 'recovered', at: alarm.recoveredAt, text: t('steps.recovered'), words: '' }]),
  ];
  return (
    <section>
      <h2 className={styles.heading}>{t('steps.title')}</h2>
      <ol className={styles.steps}>
        {entries
          .toSorted((a, b) => b.at - a.at)
          .map(({ key, at, text, words }) => (
            <li key={key}>
              <div className={styles.stepHead}>
                <span>{text}</span>
                <time className={styles.muted}>{format.dateTime(at, zone)}</time>
              </div>
              {words ? <p className={styles.words}>{words}</p> : null}
            </li>
          ))}
      </ol>
    </section>
  );
}
