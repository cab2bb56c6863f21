import type { StationDetail, StationExpectation, StationPower } from '@sunfleet/contract';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import styles from './expectation.module.css';

interface ExpectationProps {
  station: StationDetail;
  power: Pick<StationPower, 'day' | 'expectedSource'>;
}

/** By what the power of a day is expected; a click shows what was learned of the station, and how near that came. */
export function Expectation({ station, power }: ExpectationProps) {
  const { t } = useTranslation('stations');
  const [open, setOpen] = useState(false);
  const { id } = station;
  const expectation = useCall(
    'stationExpectation',
    { params: { id }, query: { day: power.day } },
    { enabled: open },
  );
  return (
    <details className={styles.expectation} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('expectation.by', { source: t(`expectation.source.${power.expectedSource}`) })}</summary>
      {open ? (
        <Loaded loading={expectation} skeleton={<SkeletonBlock lines={4} />}>
          {expectation.data ? <Facts station={station} expectation={expectation.data} /> : null}
        </Loaded>
      ) : null}
    </details>
  );
}

function Facts({ station, expectation }: { station: StationDetail; expectation: StationExpectation }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const { calibration, computedUntil, version } = expectation;
  const refused = Object.entries(calibration?.refused ?? {});
  const faults = Object.entries(calibration?.faults ?? {});
  const facts: [string, ReactNode][] = [
    [t('expectation.design'), t(`expectation.designOf.${expectation.design}`)],
    [t('expectation.models'), <Models key="models" expectation={expectation} />],
    [t('expectation.learned'), <Learned key="learned" expectation={expectation} />],
  ];
  if (calibration && calibration.limit !== null)
    facts.push([t('expectation.limit'), format.power(calibration.limit)]);
  if (refused.length > 0)
    facts.push([
      t('expectation.refused'),
      refused.map(([fault, days]) => `${t(`expectation.day.${fault as DayFault}`)} ${days}`).join(', '),
    ]);
  for (const [sensor, fault] of faults)
    facts.push([
      t('expectation.faults'),
      `${t(`expectation.source.${sensor as Sensor}`)}: ${t(`expectation.fault.${fault}`)}`,
    ]);
  if (computedUntil !== null) {
    const time = format.dateTime(computedUntil, station.timeZone, 'dateTime');
    facts.push([t('expectation.until'), t('expectation.version', { time, version })]);
  }
  return (
    <>
      <dl>
        {facts.map(([name, told]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{told}</dd>
          </div>
        ))}
      </dl>
      {expectation.isBehind ? <p role="note">{t('expectation.behind')}</p> : null}
    </>
  );
}

/** The models of modules and inverters, with where their parameters come from. */
function Models({ expectation: { models, design } }: { expectation: StationExpectation }) {
  const { t } = useTranslation('stations');
  if (design === 'capacity') return t('expectation.modelOf.pvwatts');
  return t('expectation.modelsOf', {
    modules: t(`expectation.modelOf.${models.modules}`),
    inverters: t(`expectation.modelOf.${models.inverters}`),
  });
}

type Calibration = NonNullable<StationExpectation['calibration']>;
type DayFault = keyof Calibration['refused'];
type Sensor = keyof Calibration['faults'];

/** Days and error of each source of light that something was learned by. */
function Learned({ expectation: { calibration } }: { expectation: StationExpectation }) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  if (!calibration || calibration.sources.length === 0) return t('expectation.notLearned');
  const { from, to } = calibration;
  return (
    <ul>
      {calibration.sources.map(({ source, days, rmse, bias }) => (
        <li key={source}>
          {t(`expectation.source.${source}`)}:{' '}
          {from && to
            ? t('expectation.days', {
                days: t('expectation.days', { count: days }),
                from: format.day(from),
                to: format.day(to),
              })
            : t('expectation.days', { count: days })}
          {'; '}
          {t('expectation.errorOf', {
            rmse: format.percent(100 * rmse, 1),
            bias: format.percent(100 * bias, 1),
          })}
        </li>
      ))}
    </ul>
  );
}
