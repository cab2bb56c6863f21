import type { Member } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';

const TONES = { active: 'normal', locked: 'offline', initialPassword: 'connecting' } as const;

/** Whether a member can sign in, as icon, word and colour. */
export function MemberStatus({ status }: { status: Member['status'] }) {
  const { t } = useTranslation('members');
  return <ToneBadge tone={TONES[status]}>{t(`status.${status}`)}</ToneBadge>;
}
