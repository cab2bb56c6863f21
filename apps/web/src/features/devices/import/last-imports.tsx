import { ADDRESSES, type DeviceImport } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { callKey, useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import styles from '../../../ui/form/table-import.module.css';
import { Card } from '../../../ui/page/card.tsx';
import { countsText } from './counts-text.ts';
import { ImportState } from './import-state.tsx';

/** Tables that one uploaded lately: who closed the page finds them here. */
export function LastImports() {
  const { t } = useTranslation('devices');
  const format = useFormat();
  const known = useQueryClient().getQueryData<DeviceImport[]>(callKey('listDeviceImports', {}));
  const { data } = useCall(
    'listDeviceImports',
    {},
    { refetchMs: known?.some(({ state }) => state === 'running') ? 2000 : false },
  );
  if (!data || data.length === 0) return null;
  return (
    <Card title={t('import.recent')} flush>
      <ul className={styles.list}>
        {data.map((one) => (
          <li key={one.id} className={styles.item}>
            <Link to={`${ADDRESSES.uploadItems}?import=${one.id}`}>{one.fileName}</Link>
            <ImportState state={one.state} />
            <span className={styles.muted}>{countsText(one, t, format)}</span>
            <span className={styles.muted}>{format.dateTime(one.createdAt)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
