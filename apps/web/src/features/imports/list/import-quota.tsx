import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from '../imports.module.css';

const MEGABYTE = 1024 * 1024;

/** What the imports of the account's organisation take of what they may. */
export function ImportQuota() {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const { data } = useCall('getImportQuota', {}, { refetchMs: 30_000 });
  if (!data) return null;
  const inMegabytes = (bytes: number) => format.number(Math.ceil(bytes / MEGABYTE), 0);
  return (
    <span className={styles.muted}>
      {t('quota.open', { used: format.number(data.open, 0), limit: format.number(data.openLimit, 0) })}
      {' · '}
      {t('quota.files', { used: inMegabytes(data.bytes), limit: inMegabytes(data.bytesLimit) })}
    </span>
  );
}
