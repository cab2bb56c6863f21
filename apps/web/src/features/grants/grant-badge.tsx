import type { GrantState } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';
import type { StatusTone } from '../../ui/status/status-tone.ts';

const TONES: Readonly<Record<GrantState, StatusTone>> = {
  pending: 'connecting',
  active: 'normal',
  planned: 'tip',
  declined: 'offline',
  revoked: 'offline',
  expired: 'standby',
};

/** State of a grant as icon and word. */
export function GrantBadge({ state }: { state: GrantState }) {
  const { t } = useTranslation('grants');
  return <ToneBadge tone={TONES[state]}>{t(`state.${state}`)}</ToneBadge>;
}
