import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { STALE_READS } from './stale-reads.ts';
import styles from './recordings.module.css';

interface EndRecordingProps {
  /** The key that devices report, and the one as which it is recorded. */
  recorded: { key: string; point: string };
  /** Null: of all devices of the organisation. */
  device: { id: number; sn: string; name: string | null } | null;
  organisationId: number | undefined;
  onClose: () => void;
}

/** Lets a key be recorded as it is reported again. */
export function EndRecording({
  recorded: { key, point },
  device,
  organisationId,
  onClose,
}: EndRecordingProps) {
  const { t } = useTranslation('points');
  const end = useAction('recordCustomPoint', { invalidates: STALE_READS, quiet: true, onDone: onClose });
  const send = () =>
    end.mutate({
      body: {
        ...(organisationId === undefined ? {} : { organisationId }),
        key,
        deviceId: device?.id ?? null,
        point: null,
        unit: '',
      },
    });
  return (
    <ActionDialog
      title={t('record.endOne', { key })}
      okText={t('record.end')}
      busy={end.isPending}
      error={end.error}
      onOk={send}
      onClose={onClose}
    >
      <p className={styles.note}>
        {device ? t('record.ofOne', { device: device.name ?? device.sn }) : t('record.ofAll')}
      </p>
      <p className={styles.note}>{t('record.endHint', { key, point })}</p>
    </ActionDialog>
  );
}
