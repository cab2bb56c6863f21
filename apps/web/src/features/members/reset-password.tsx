import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Copied } from '../../ui/copy/copied.tsx';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import styles from './members.module.css';
import type { MemberDialogProps } from './member-actions.ts';

/** Gives a member an initial password, which is shown once and kept nowhere. */
export function ResetPassword({ member, onClose }: MemberDialogProps) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const { name } = member;
  const reset = useAction('resetMemberPassword', { quiet: true });
  if (reset.data) {
    const { password, expiresAt, delivery } = reset.data;
    return (
      <Modal
        open
        title={t('password.title', { name })}
        closable={false}
        mask={{ closable: false }}
        keyboard={false}
        footer={
          <Button kind="primary" onClick={onClose}>
            {t('password.close')}
          </Button>
        }
      >
        <div role="status" className={styles.card}>
          <Copied text={password} large />
          <p>{t('password.once', { name, until: format.dateTime(expiresAt) })}</p>
          <p className={styles.muted}>{t(delivery ? `password.mail.${delivery}` : 'password.tell')}</p>
        </div>
      </Modal>
    );
  }
  return (
    <ActionDialog
      title={t('confirm.password.title', { name })}
      okText={t('action.password')}
      danger
      busy={reset.isPending}
      error={reset.error}
      onOk={() => reset.mutate({ body: { userId: member.id } })}
      onClose={onClose}
    >
      <p>{t('confirm.password.text', { name })}</p>
    </ActionDialog>
  );
}
