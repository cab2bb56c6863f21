import type { OutputOf } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';
import { InviteCode, InviteWindow } from './invite-window.tsx';

interface InviteMadeProps {
  invite: OutputOf<'inviteMember'>;
  onClose: () => void;
}

/** An invitation that was just made: how its message goes, its code and its links. */
export function InviteMade({ invite, onClose }: InviteMadeProps) {
  const { t } = useTranslation('members');
  const { delivery, email, mobile, code } = invite;
  const whom = email ?? mobile;
  const unsent = email ? 'noMail' : 'noSms';
  const told = delivery === 'outbox' ? unsent : 'sent';
  return (
    <InviteWindow invite={invite} onClose={onClose}>
      {delivery && whom ? <p role="status">{t(`invites.${told}`, { whom })}</p> : null}
      <InviteCode code={code} />
    </InviteWindow>
  );
}
