import { DEVICE_FAILURES, type OwnUpgrade } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './upgrade-progress.module.css';
import { UpgradeDeviceBadge } from './upgrade-state.tsx';

type Progress = Pick<OwnUpgrade, 'state' | 'share' | 'failure' | 'detail' | 'slow' | 'late' | 'endedAt'>;

/** How far a device of an upgrade is, and why it ended as it did. */
export function UpgradeProgress({ row }: { row: Progress }) {
  const { t } = useTranslation('firmware');
  const format = useFormat();
  const whyText = useWhy();
  const { state, share, failure, detail, slow, late, endedAt } = row;
  return (
    <>
      <UpgradeDeviceBadge state={state} />
      {state === 'transferring' ? <span>{format.percent(share * 100, 0)}</span> : null}
      {failure ? <span>{whyText(failure)}</span> : null}
      {detail ? <span className={styles.muted}>{detail}</span> : null}
      {slow ? <span className={styles.wrong}>{t('upgrades.slow')}</span> : null}
      {late && endedAt ? (
        <span className={styles.muted}>{t('upgrades.late', { at: format.dateTime(endedAt) })}</span>
      ) : null}
    </>
  );
}

/** Why a device has not the new firmware. */
function useWhy() {
  const { t } = useTranslation(['firmware', 'runs']);
  return (failure: NonNullable<OwnUpgrade['failure']>): string => {
    const common = DEVICE_FAILURES.find((known) => known === failure);
    if (common) return t(`runs:failure.${common}`);
    return t(
      `firmware:upgrades.failure.${failure as Exclude<typeof failure, (typeof DEVICE_FAILURES)[number]>}`,
    );
  };
}
