import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { FormRow } from '../../../ui/form/form-row.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';

interface AddToBatchDialogProps {
  deviceIds: readonly number[];
  onDone: () => void;
  onClose: () => void;
}

export function AddToBatchDialog({ deviceIds, onDone, onClose }: AddToBatchDialogProps) {
  const { t } = useTranslation('device-batches');
  const format = useFormat();
  const [text, setText] = useState('');
  const [batch, setBatch] = useState<number>();
  const q = useDelayed(text.trim(), 250);
  const query = { pageSize: 50, ...(q ? { q } : {}) };
  const found = useCall('listDeviceBatches', { query }, { keepPrevious: true });
  const add = useAction('addToDeviceBatch', {
    quiet: true,
    invalidates: ['listDevices', 'listDeviceBatches', 'getDeviceBatch'],
    onDone: ({ added }) => {
      showNotice('success', t('added', { n: format.number(added, 0) }));
      onClose();
      onDone();
    },
  });
  return (
    <ActionDialog
      title={t('toBatch')}
      okText={t('toBatch')}
      disabled={batch === undefined}
      busy={add.isPending}
      error={add.error}
      onOk={() => batch && add.mutate({ params: { id: batch }, body: { deviceIds: [...deviceIds] } })}
      onClose={onClose}
    >
      <p>{t('several.count', { n: format.number(deviceIds.length, 0) })}</p>
      <FormRow label={t('batch')}>
        {(control) => (
          <Select
            {...control}
            size="large"
            placeholder={t('choose')}
            showSearch={{ filterOption: false, onSearch: setText }}
            loading={found.isFetching}
            value={batch}
            options={found.data?.rows.map(({ id, name, code }) => ({
              value: id,
              label: `${name} (${code})`,
            }))}
            onChange={setBatch}
          />
        )}
      </FormRow>
    </ActionDialog>
  );
}
