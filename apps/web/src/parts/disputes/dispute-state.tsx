import type { DisputeState as State } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';
import type { StatusTone } from '../../ui/status/status-tone.ts';

const TONES: Readonly<Record<State, StatusTone>> = {
  open: 'general',
  kept: 'standby',
  transferred: 'normal',
  released: 'normal',
};

/** How a dispute stands. */
export function DisputeState({ state }: { state: State }) {
  const { t } = useTranslation('disputes');
  return <ToneBadge tone={TONES[state]}>{t(`state.${state}`)}</ToneBadge>;
}
