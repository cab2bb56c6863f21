import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import styles from '../firmware.module.css';

/** Registers the public key of a maker. */
export function AddKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('firmware');
  const [name, setName] = useState('');
  const [publicKey, setPublicKey] = useState('');
  const create = useAction('createFirmwareKey', {
    quiet: true,
    invalidates: ['listFirmwareKeys'],
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={t('keys.add')}
      okText={t('keys.register')}
      disabled={name.trim() === '' || publicKey.trim() === ''}
      busy={create.isPending}
      error={create.error}
      onOk={() => create.mutate({ body: { name, publicKey } })}
      onClose={onClose}
    >
      <p className={styles.muted}>{t('keys.addHint')}</p>
      <Field
        label={t('keys.name')}
        value={name}
        maxLength={64}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <TextArea
        label={t('keys.publicKey')}
        value={publicKey}
        maxLength={1000}
        spellCheck={false}
        onChange={(event) => setPublicKey(event.target.value)}
      />
    </ActionDialog>
  );
}
