import { LIMITS, type Organisation } from '@sunfleet/contract';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFields } from '../../../lib/form/use-fields.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import styles from '../organisations.module.css';

interface LimitsDialogProps {
  id: number;
  onClose: () => void;
}

/** Sets how many measured values an organisation may store; for administrators of the platform. */
export function LimitsDialog({ id, onClose }: LimitsDialogProps) {
  const { t } = useTranslation('organisations');
  const organisation = useCall('getOrganisation', { params: { id } });
  if (organisation.data) return <LimitsForm organisation={organisation.data} onClose={onClose} />;
  return (
    <Modal open title={t('action.limits')} footer={null} onCancel={onClose}>
      <Loaded loading={organisation}>{null}</Loaded>
    </Modal>
  );
}

const NAMES = ['samplesPerDay', 'samplesStored'] as const;

const textOf = (limit: number | null) => (limit === null ? '' : String(limit));
const limitOf = (text: string) => (text.trim() === '' ? null : Number(text));
const fits = (text: string) => /^\d{0,16}$/.test(text.trim()) && Number(text) <= LIMITS.samplesLimit;

function LimitsForm({ organisation, onClose }: { organisation: Organisation; onClose: () => void }) {
  const { t } = useTranslation('organisations');
  const update = useAction('updateLimitsOfOrganisation', {
    invalidates: ['getOrganisation'],
    quiet: true,
    onDone: onClose,
  });
  const form = useFields({
    initial: {
      samplesPerDay: textOf(organisation.samplesPerDay),
      samplesStored: textOf(organisation.samplesStored),
    },
    error: update.error,
  });
  const { samplesPerDay, samplesStored } = form.values;
  const send = () =>
    update.mutate({
      params: { id: organisation.id },
      body: { samplesPerDay: limitOf(samplesPerDay), samplesStored: limitOf(samplesStored) },
    });
  return (
    <ActionDialog
      title={t('limits.title', { name: organisation.name })}
      okText={t('edit.ok')}
      busy={update.isPending}
      disabled={!fits(samplesPerDay) || !fits(samplesStored)}
      error={form.rest}
      onOk={send}
      onClose={onClose}
    >
      {NAMES.map((name) => (
        <Field
          key={name}
          label={t(`limits.${name}`)}
          inputMode="numeric"
          hint={t('limits.hint')}
          value={form.values[name]}
          error={fits(form.values[name]) ? form.errorOf(name) : t('limits.wrong')}
          onChange={(event) => form.set(name, event.target.value)}
        />
      ))}
      <p className={styles.muted}>{t('limits.consequence')}</p>
    </ActionDialog>
  );
}
