import type { StationDetail } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { PersonField } from '../../../parts/grants/person-field.tsx';

/** Offers a station to the person who owns it. */
export function HandOverDialog({ station, onClose }: { station: StationDetail; onClose: () => void }) {
  const { t } = useTranslation('grants');
  const [account, setAccount] = useState('');
  const offer = useAction('handOverStation', {
    quiet: true,
    invalidates: ['listHandOvers'],
    onDone: ({ to }) => {
      showNotice('success', t('handOver.done', { to }));
      onClose();
    },
  });
  return (
    <ActionDialog
      title={t('handOver.title')}
      okText={t('handOver.ok')}
      busy={offer.isPending}
      disabled={account.trim() === ''}
      error={offer.error}
      onOk={() => offer.mutate({ params: { id: station.id }, body: { account: account.trim() } })}
      onClose={onClose}
    >
      <p>{t('handOver.text', { name: station.name })}</p>
      <PersonField
        label={t('handOver.owner')}
        value={account}
        onChange={setAccount}
        error={fieldErrors(offer.error)['account']}
      />
    </ActionDialog>
  );
}
