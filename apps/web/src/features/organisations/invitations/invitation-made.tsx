import type { OutputOf } from '@sunfleet/api-client';
import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useRoleName } from '../../../parts/accounts/use-role-name.ts';
import { Copied } from '../../../ui/copy/copied.tsx';
import { Button } from '../../../ui/form/button.tsx';
import styles from '../organisations.module.css';
import { invitationLinks } from './invitation-links.ts';

export type Invitation = OutputOf<'listInvites'>[number];

interface InvitationMadeProps {
  invitation: Invitation;
  /** How the message with the code goes; null: none was written just now. */
  delivery: OutputOf<'inviteMember'>['delivery'];
  onClose: () => void;
}

/** An invitation with its code and its links, to be copied and handed on. */
export function InvitationMade({ invitation, delivery, onClose }: InvitationMadeProps) {
  const { t } = useTranslation('members');
  const links = invitationLinks(invitation.code);
  const whom = invitation.email ?? invitation.mobile;
  const unsent = invitation.email ? 'noMail' : 'noSms';
  const told = delivery === 'outbox' ? unsent : 'sent';
  return (
    <Modal
      open
      title={whom ? t('invitation.for', { whom }) : t('invitation.forSeveral')}
      onCancel={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('password.close')}
        </Button>
      }
    >
      <div className={styles.card}>
        <InvitationFacts invitation={invitation} />
        {delivery && whom ? <p role="status">{t(`invitation.${told}`, { whom })}</p> : null}
        <Part label={t('invitation.code')} text={invitation.code} />
        <Part label={t('invitation.register')} text={links.register} />
        <Part label={t('invitation.join')} text={links.join} />
      </div>
    </Modal>
  );
}

/** Role, uses and end of an invitation in a line. */
export function InvitationFacts({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const nameOf = useRoleName();
  return (
    <p>
      {t('invitation.facts', {
        role: nameOf(invitation),
        used: format.number(invitation.uses, 0),
        most: format.number(invitation.maxUses, 0),
        until: format.dateTime(invitation.expiresAt),
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
