import type { CallError } from '@sunfleet/api-client';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { FormFailure } from '../form/form-failure.tsx';
import { DANGER_STYLE } from './danger-style.ts';
import styles from './dialog.module.css';

interface FormDialogProps {
  title: string;
  /** Word of the button that does it. */
  ok: string;
  busy: boolean;
  /** It takes something away: the button is marked. */
  danger?: boolean;
  disabled?: boolean;
  /** Refusal of the last try. */
  error: CallError | null;
  onOk: () => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A form or a question over the page. What was typed stays on an error; Enter in a field sends it. */
export function FormDialog(props: FormDialogProps) {
  const { title, ok, busy, danger = false, disabled = false, error, onOk, onCancel, children } = props;
  return (
    <Modal
      open
      title={title}
      okText={ok}
      okButtonProps={{ danger, disabled, ...(danger && !disabled ? { style: DANGER_STYLE } : {}) }}
      confirmLoading={busy}
      onOk={onOk}
      onCancel={onCancel}
      mask={{ closable: false }}
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy && !disabled) onOk();
        }}
      >
        {children}
        <FormFailure error={error} />
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </form>
    </Modal>
  );
}
