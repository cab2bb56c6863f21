import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import type { IngestKey } from './ingest-key-columns.tsx';

/** Ends an ingest key after it was confirmed. */
export function RevokeIngestKey({ ingestKey, onClose }: { ingestKey: IngestKey; onClose: () => void }) {
  const { t } = useTranslation('organisations');
  const revoke = useAction('revokeIngestKey', {
    invalidates: ['listIngestKeys'],
    quiet: true,
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={t('keys.revokeAsk', { name: ingestKey.name })}
      okText={t('keys.revoke')}
      danger
      busy={revoke.isPending}
      error={revoke.error}
      onOk={() => revoke.mutate({ params: { id: ingestKey.id } })}
      onClose={onClose}
    >
      <p>{t('keys.revokeText')}</p>
    </ActionDialog>
  );
}
