import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { choiceField, textField, useUrlState } from '../../../lib/url-state.ts';
import { PastPeriod } from '../../../parts/periods/past-period.tsx';
import { pastSpan } from '../../../parts/periods/past-span.ts';
import { useStation } from '../../../parts/stations/use-station.ts';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import { SkeletonBlock } from '../../../ui/page/skeleton.tsx';
import { LossesOf } from './losses-of.tsx';
import styles from './losses.module.css';

const LENGTHS = ['day', 'month', 'year'] as const;
const UNITS = ['energy', 'money'] as const;
const FIELDS = {
  losses: choiceField(LENGTHS, 'month'),
  lossesIn: textField(),
  lossesAs: choiceField(UNITS, 'energy'),
};

/** What became of the light on a station in a day, month or year that is over, or as far as it is. */
export function LossesTab() {
  const station = useStation();
  const { t } = useTranslation('losses');
  const [{ losses: length, lossesIn, lossesAs }, set] = useUrlState(FIELDS);
  const span = pastSpan(station.today, length, lossesIn);
  const losses = useCall(
    'stationLosses',
    { params: { id: station.id }, query: { from: span.from, to: span.to } },
    { keepPrevious: true },
  );
  const choice = (
    <>
      <PastPeriod span={span} zone={station.timeZone} onChange={(next) => set({ lossesIn: next })} />
      <Segmented
        size="small"
        aria-label={t('choice')}
        value={length}
        options={LENGTHS.map((value) => ({ value, label: t(`length.${value}`) }))}
        onChange={(next) => set({ losses: next, lossesIn: '' })}
      />
    </>
  );
  return (
    <Card title={t('title')} extra={<span className={styles.choice}>{choice}</span>}>
      <Loaded loading={losses} skeleton={<SkeletonBlock lines={14} />}>
        {losses.data ? (
          <LossesOf
            station={station}
            losses={losses.data}
            period={span.period}
            unit={lossesAs}
            onUnit={(next) => set({ lossesAs: next })}
          />
        ) : null}
      </Loaded>
    </Card>
  );
}
