import { deviceAddress, type StationDataErrors } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './data-errors.module.css';

/** Steps of colour, from what is nearly all missing to what is whole. */
const STEPS = [0.25, 0.5, 0.75, 0.95] as const;

export const stepOf = (share: number): number => STEPS.filter((least) => share >= least).length + 1;

/** Where not all days fit, the newest ones are seen first. */
function showNewest(scroll: HTMLElement | null): void {
  if (scroll) scroll.scrollLeft = scroll.scrollWidth;
}

/** How much of each day every device told; a cell says its figure to whoever points at it or has it read aloud. */
export function HeatMap({ errors: { days, devices } }: { errors: StationDataErrors }) {
  const { t } = useTranslation('data-errors');
  const format = useFormat();
  return (
    <>
      <div
        ref={showNewest}
        className={styles.scroll}
        role="group"
        aria-label={t('completeness')}
        tabIndex={0}
      >
        <table className={styles.heat}>
          <caption className="visually-hidden">{t('completeness')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('device')}</th>
              {days.map((day, place) => (
                <th key={day} scope="col" title={format.day(day)}>
                  <span className="visually-hidden">{format.day(day)}</span>
                  <span aria-hidden="true">{place % 7 === 0 ? day.slice(8) : ''}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {devices.map(({ id, sn, name, completeness }) => (
              <tr key={id}>
                <th scope="row">
                  <Link to={deviceAddress(id)}>{name ?? sn}</Link>
                </th>
                {completeness.map((share, place) => {
                  const text = share === null ? t('notExpected') : format.percent(100 * share, 0);
                  return (
                    <td
                      key={days[place]}
                      data-step={share === null ? 0 : stepOf(share)}
                      title={`${format.day(days[place])}: ${text}`}
                    >
                      <span className="visually-hidden">{text}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ul className={styles.legend}>
        {[1, 2, 3, 4, 5].map((step) => (
          <li key={step}>
            <span data-step={step} aria-hidden="true" />
            {step === 1
              ? `< ${format.percent(100 * STEPS[0], 0)}`
              : `≥ ${format.percent(100 * STEPS[step - 2]!, 0)}`}
          </li>
        ))}
        <li>
          <span data-step={0} aria-hidden="true" />
          {t('notExpected')}
        </li>
      </ul>
      <p className={styles.muted}>{t('completenessHint')}</p>
    </>
  );
}
