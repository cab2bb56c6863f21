import { Pagination } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { integerField, useUrlState } from '../../lib/url-state.ts';
import { SkeletonBlock } from '../../ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/page/states.tsx';
import { DisputeCard } from './dispute-card.tsx';
import styles from './disputes.module.css';

const FIELDS = { page: integerField(1) };
const PAGE_SIZE = 10;

/** Disputes over serial numbers with both sides, open ones first, for the platform's administrators. */
export function DisputeList() {
  const { t } = useTranslation('disputes');
  const [{ page }, set] = useUrlState(FIELDS);
  const query = { page, pageSize: PAGE_SIZE };
  const disputes = useCall('listDisputes', { query }, { keepPrevious: true, refetchMs: 60_000 });
  if (disputes.error && !disputes.data)
    return <ErrorState error={disputes.error} onRetry={disputes.refetch} />;
  if (!disputes.data) return <SkeletonBlock lines={8} />;
  const { rows, total } = disputes.data;
  if (total === 0) return <EmptyState title={t('empty.title')} hint={t('empty.hint')} />;
  return (
    <div className={styles.cards}>
      {rows.map((dispute) => (
        <DisputeCard key={dispute.id} dispute={dispute} />
      ))}
      {total > PAGE_SIZE ? (
        <Pagination
          current={page}
          pageSize={PAGE_SIZE}
          total={total}
          showSizeChanger={false}
          onChange={(next) => set({ page: next })}
        />
      ) : null}
    </div>
  );
}
