import type { HealthPart } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { useLater } from '../../lib/use-later.ts';
import styles from './header.module.css';

const LOOK_MS = 60_000;

/** Tells the platform's administrators of faults that only they can mend: a full disk, and damaged parts of the data store. */
export function ServerNote() {
  const { t } = useTranslation('common');
  const format = useFormat();
  const isLater = useLater();
  const mayMend = useMay('platform.manage');
  const { data } = useCall('health', {}, { enabled: isLater && mayMend, refetchMs: LOOK_MS });
  const fullSince = detailOf(data?.parts, 'disk', 'fullSince');
  const broken = detailOf(data?.parts, 'clickhouse', 'brokenParts');
  return (
    <>
      {fullSince > 0 ? (
        <p className={styles.erased} role="alert">
          {t('server.diskFull', { date: format.dateTime(fullSince) })}
        </p>
      ) : null}
      {broken > 0 ? (
        <p className={styles.erased} role="alert">
          {t('server.brokenParts', { count: broken })}
        </p>
      ) : null}
    </>
  );
}

function detailOf(parts: readonly HealthPart[] | undefined, name: string, detail: string): number {
  const value = parts?.find((part) => part.name === name)?.detail[detail];
  return typeof value === 'number' ? value : 0;
}
