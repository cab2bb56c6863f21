import type { OutputOf } from '@sunfleet/api-client';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useRoleName } from '../../../parts/accounts/use-role-name.ts';
import { Copied } from '../../../ui/copy/copied.tsx';
import { Button } from '../../../ui/form/button.tsx';
import styles from '../members.module.css';
import { inviteLinks } from './invite-links.ts';

export type Invite = OutputOf<'listInvites'>[number];

interface InviteWindowProps {
  invite: Omit<Invite, 'manageable'>;
  onClose: () => void;
  children: ReactNode;
}

/** An open invitation: for whom, what it gives, and what is told of it. */
export function InviteWindow({ invite, onClose, children }: InviteWindowProps) {
  const { t } = useTranslation('members');
  const whom = invite.email ?? invite.mobile;
  return (
    <Modal
      open
      title={whom ? t('invites.for', { whom }) : t('invites.forSeveral')}
      onCancel={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('password.close')}
        </Button>
      }
    >
      <div className={styles.card}>
        <InviteFacts invite={invite} />
        {children}
      </div>
    </Modal>
  );
}

/** Role, uses and end of an invitation in a line. */
export function InviteFacts({ invite }: Pick<InviteWindowProps, 'invite'>) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const nameOf = useRoleName();
  return (
    <p>
      {t('invites.facts', {
        role: nameOf(invite),
        used: format.number(invite.uses, 0),
        most: format.number(invite.maxUses, 0),
        until: format.dateTime(invite.expiresAt),
      })}
    </p>
  );
}

/** The code and its links, to be copied and handed on. */
export function InviteCode({ code }: { code: string }) {
  const { t } = useTranslation('members');
  const links = inviteLinks(code);
  return (
    <>
      <Part label={t('invites.code')} text={code} />
      <Part label={t('invites.register')} text={links.register} />
      <Part label={t('invites.join')} text={links.join} />
    </>
  );
}

function Part({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <div className={styles.muted}>{label}</div>
      <Copied text={text} />
    </div>
  );
}
