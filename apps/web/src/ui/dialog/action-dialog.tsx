import type { CallError } from '@sunfleet/api-client';
import { Modal } from 'antd';
import type { FormEvent, ReactNode } from 'react';
import { FormFailure } from '../form/form-failure.tsx';
import styles from './action-dialog.module.css';

/** The button of a dangerous action. The component library's own one is hard to read in light and in dark. */
const DANGER_STYLE = {
  background: 'var(--status-emergency)',
  borderColor: 'var(--status-emergency)',
  color: 'var(--surface)',
} as const;

interface ActionDialogProps {
  /** Says what is done, and to whom. */
  title: string;
  okText: string;
  /** It cannot be undone, or takes something away from somebody. */
  danger?: boolean;
  busy?: boolean;
  disabled?: boolean;
  /** Refusal of the last try. */
  error?: CallError | null;
  /** What to do about the refusal. */
  errorHint?: ReactNode;
  onOk: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** One action with what it asks for or what it brings; Enter in a field does it. A refusal is shown inside, and what was typed stays. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, okText, danger = false, busy = false, disabled = false, onOk, onClose } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && !disabled) onOk();
  };
  return (
    <Modal
      open
      title={title}
      okText={okText}
      okButtonProps={{ danger, disabled, ...(danger && !disabled ? { style: DANGER_STYLE } : {}) }}
      confirmLoading={busy}
      onOk={onOk}
      onCancel={onClose}
      mask={{ closable: false }}
      styles={{ title: { paddingInlineEnd: 24 } }}
    >
      <form className={styles.body} onSubmit={submit} noValidate>
        {props.children}
        <FormFailure error={props.error ?? null} hint={props.errorHint} />
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Modal>
  );
}
