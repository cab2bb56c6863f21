import { Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/form/button.tsx';
import { StationField } from '../station-field.tsx';
import { SerialsPanel } from './serials-panel.tsx';

interface AddSeveralDialogProps {
  /** Without it, people choose one in the dialog. */
  station?: { id: number; name: string };
  /** Numbers that are known already. */
  serials?: readonly string[];
  onClose: () => void;
}

/** Many devices of one station. It does not close by itself while there are secrets that nobody has kept. */
export function AddSeveralDialog({ station: given, serials, onClose }: AddSeveralDialogProps) {
  const { t } = useTranslation(['devices', 'common']);
  const [station, setStation] = useState(given);
  const [unkept, setUnkept] = useState(false);
  return (
    <Modal
      open
      width={720}
      title={given ? t('serials.titleAt', { name: given.name }) : t('serials.title')}
      closable={!unkept}
      keyboard={!unkept}
      mask={{ closable: false }}
      footer={<Button onClick={onClose}>{t(unkept ? 'add.kept' : 'common:close')}</Button>}
      onCancel={onClose}
    >
      {given ? null : <StationField value={station} error={undefined} onChange={setStation} />}
      {station ? (
        <SerialsPanel
          key={station.id}
          station={station}
          kind="inverter"
          serials={serials}
          onUnkept={setUnkept}
        />
      ) : null}
    </Modal>
  );
}
