import type { OutputOf } from '@sunfleet/api-client';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useRoleName } from '../../../parts/accounts/use-role-name.ts';
import { Copied } from '../../../ui/copy/copied.tsx';
import { Button } from '../../../ui/form/button.tsx';
import styles from '../members.module.css';
import { inviteLinks } from './invite-links.ts';

export type Invite = OutputOf<'listInvites'>[number];

interface InviteMadeProps {
  invite: Invite;
  /** How the message with the code is sent. Null where no message was written. */
  delivery: OutputOf<'inviteMember'>['delivery'];
  onClose: () => void;
}

/** An invitation with its code and its links, to be copied and handed on. */
export function InviteMade({ invite, delivery, onClose }: InviteMadeProps) {
  const { t } = useTranslation('members');
  const links = inviteLinks(invite.code);
  const whom = invite.email ?? invite.mobile;
  const unsent = invite.email ? 'noMail' : 'noSms';
  const told = delivery === 'outbox' ? unsent : 'sent';
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
        {delivery && whom ? <p role="status">{t(`invites.${told}`, { whom })}</p> : null}
        <Part label={t('invites.code')} text={invite.code} />
        <Part label={t('invites.register')} text={links.register} />
        <Part label={t('invites.join')} text={links.join} />
      </div>
    </Modal>
  );
}

/** Role, uses and end of an invitation in a line. */
export function InviteFacts({ invite }: { invite: Invite }) {
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

function Part({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <div className={styles.muted}>{label}</div>
      <Copied text={text} />
    </div>
  );
}
