import type { KpiBuckets } from '@sunfleet/contract';
import { Segmented } from 'antd';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportMenu, type FileFormat } from '../../ui/form/export-menu.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Loaded } from '../../ui/page/page.tsx';
import { SkeletonBlock } from '../../ui/page/skeleton.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { PastPeriod } from '../periods/past-period.tsx';
import { PAST_LENGTHS } from '../periods/past-span.ts';
import { KpiChart } from './kpi-chart.tsx';
import { KpiList } from './kpi-list.tsx';
import styles from './kpis.module.css';
import type { KpiPeriod } from './use-kpi-period.ts';

interface KpiCardProps {
  /** Of whom: names the files. */
  of: string;
  zone: string;
  period: KpiPeriod;
  loading: ComponentProps<typeof Loaded>['loading'];
  answer: KpiBuckets | undefined;
  saving: { isPending: boolean; save: (format: FileFormat) => void };
  /** A line below the figures. */
  note?: ReactNode;
}

/** Key figures of IEC 61724-1 of a day, month, year or all time, with what they are made of, over time, and as a file. */
export function KpiCard({ of, zone, period, loading, answer, saving, note }: KpiCardProps) {
  const { t } = useTranslation(['kpis', 'common']);
  const isKnown = answer !== undefined && answer.total.sums.days > 0;
  const extra = (
    <span className={styles.choice}>
      <PastPeriod span={period.span} zone={zone} onChange={period.onPeriod} />
      <Segmented
        size="small"
        aria-label={t('choice')}
        value={period.length}
        options={PAST_LENGTHS.map((value) => ({ value, label: t(`length.${value}`) }))}
        onChange={period.onLength}
      />
      <ExportMenu small text={t('save')} disabled={!isKnown} busy={saving.isPending} onChoose={saving.save} />
    </span>
  );
  return (
    <Card title={t('title')} extra={extra}>
      <Loaded loading={loading} skeleton={<SkeletonBlock lines={14} />}>
        {isKnown ? (
          <>
            {answer.buckets.length > 1 ? <KpiChart of={of} answer={answer} period={period} /> : null}
            <KpiList figures={answer.total} />
            <p className={styles.whole}>
              {t('whole', { days: answer.total.sums.days })} {note}
            </p>
          </>
        ) : (
          <EmptyState title={t('none')} hint={t('noneHint')} />
        )}
      </Loaded>
    </Card>
  );
}
