import { textRule } from '@sunfleet/contract';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { type FieldRules, useFields } from '../../../lib/form/use-fields.ts';
import { Copied } from '../../../ui/copy/copied.tsx';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import styles from '../organisations.module.css';

const LONGEST_NAME = 100;
const initial = { name: '' };
const RULES: FieldRules<typeof initial> = { name: (name) => textRule(name, 'nameEmpty', LONGEST_NAME) };

interface CreateIngestKeyProps {
  organisation: { id: number; name: string };
  onClose: () => void;
}

/** Makes an ingest key and shows its text, which cannot be shown again. */
export function CreateIngestKey({ organisation, onClose }: CreateIngestKeyProps) {
  const { t } = useTranslation('organisations');
  const create = useAction('createIngestKey', { invalidates: ['listIngestKeys'], quiet: true });
  const form = useFields({ initial, rules: RULES, error: create.error });
  if (create.data) {
    return <MadeKey name={form.values.name.trim()} text={create.data.key} onClose={onClose} />;
  }
  const send = () => {
    const values = form.submit();
    if (values) create.mutate({ body: { name: values.name.trim(), organisationId: organisation.id } });
  };
  return (
    <ActionDialog
      title={t('keys.createTitle', { organisation: organisation.name })}
      okText={t('keys.create')}
      busy={create.isPending}
      error={form.rest}
      onOk={send}
      onClose={onClose}
    >
      <Field
        label={t('keys.name')}
        hint={t('keys.nameHint')}
        value={form.values.name}
        maxLength={LONGEST_NAME}
        required
        autoFocus
        error={form.errorOf('name')}
        onChange={(event) => form.set('name', event.target.value)}
        onBlur={() => form.leave('name')}
      />
    </ActionDialog>
  );
}

interface MadeKeyProps {
  name: string;
  text: string;
  onClose: () => void;
}

/** Closes only after the person has confirmed that the key is kept, because nothing shows it again. */
function MadeKey({ name, text, onClose }: MadeKeyProps) {
  const { t } = useTranslation('organisations');
  return (
    <Modal
      open
      title={t('keys.madeTitle', { name })}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('keys.kept')}
        </Button>
      }
    >
      <div role="status" className={styles.card}>
        <p>{t('keys.once')}</p>
        <Copied text={text} />
      </div>
    </Modal>
  );
}
