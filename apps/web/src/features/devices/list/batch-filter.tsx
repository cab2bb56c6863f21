import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useMay, usePersonal } from '../../../lib/session/session-context.tsx';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { ChooseMany } from '../../../ui/form/choose-many.tsx';

interface BatchFilterProps {
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Devices of batches; nothing for who does not see any. */
export function BatchFilter({ chosen, onChange }: BatchFilterProps) {
  const { t } = useTranslation('devices');
  const [text, setText] = useState('');
  const sees = useMay('operations.view');
  const enabled = !usePersonal() && sees;
  const q = useDelayed(text.trim(), 250);
  const query = { pageSize: 50, ...(q ? { q } : {}) };
  const found = useCall('listDeviceBatches', { query }, { keepPrevious: true, enabled });
  if (!enabled) return null;
  return (
    <ChooseMany
      label={t('column.batches')}
      chosen={chosen}
      options={found.data?.rows.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))}
      onSearch={setText}
      onChange={onChange}
    />
  );
}
