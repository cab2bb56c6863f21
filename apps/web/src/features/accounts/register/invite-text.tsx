import type { OutputOf } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';

/** Who invites, to which role, and until when it is good. */
export function InviteText({ invite }: { invite: OutputOf<'previewInvite'> }) {
  const { t } = useTranslation('accounts');
  const texts = useTranslation('common');
  const format = useFormat();
  return (
    <p role="status">
      {t('invite.text', {
        organisation: invite.organisation,
        role: invite.roleName ?? texts.t(`account.role.${invite.role}`),
        date: format.dateTime(invite.expiresAt, undefined, 'date'),
      })}
    </p>
  );
}
