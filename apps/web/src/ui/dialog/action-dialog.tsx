import type { CallError } from '@sunfleet/api-client';
import { Alert, Modal } from 'antd';
import { type FormEvent, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/call/failure-text.ts';
import { DANGER_STYLE } from './danger-style.ts';
import styles from './action-dialog.module.css';

interface ActionDialogProps {
  /** Says what is done, and to whom. */
  title: string;
  okText: string;
  /** It cannot be undone, or takes something away from somebody. */
  danger?: boolean;
  busy?: boolean;
  disabled?: boolean;
  /** A refusal that no field shows. */
  error?: CallError | null;
  /** What to do about the refusal. */
  errorHint?: ReactNode;
  onOk: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** One action with what it asks for or what it brings. A refusal is shown inside, and what was typed stays. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, okText, danger = false, busy = false, disabled = false, onOk, onClose } = props;
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onOk();
  };
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{
        htmlType: 'submit',
        form,
        danger,
        disabled,
        ...(danger && !disabled ? { style: DANGER_STYLE } : {}),
      }}
      confirmLoading={busy}
      onCancel={onClose}
      mask={{ closable: false }}
      styles={{ title: { paddingInlineEnd: 24 } }}
    >
      <form id={form} className={styles.body} onSubmit={submit} noValidate>
        {props.children}
        <Refusal error={props.error ?? null} hint={props.errorHint} />
      </form>
    </Modal>
  );
}

function Refusal({ error, hint }: { error: CallError | null; hint: ReactNode }) {
  const { t } = useTranslation('common');
  if (!error) return null;
  return <Alert type="error" showIcon title={failureText(error, t)} description={hint} />;
}
