import type { Firmware, FirmwareState } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import type { StatusTone } from '../../ui/status/status-tone.ts';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';

const TONES: Readonly<Record<FirmwareState, StatusTone>> = {
  draft: 'standby',
  inTest: 'tip',
  released: 'normal',
  withdrawn: 'offline',
};

/** How far a firmware is; one whose key was revoked says that first, because it goes nowhere. */
export function FirmwareStateBadge({ firmware: { state, key } }: { firmware: Firmware }) {
  const { t } = useTranslation('firmware');
  return key.revoked && state !== 'withdrawn' ? (
    <ToneBadge tone="emergency">{t('state.keyRevoked')}</ToneBadge>
  ) : (
    <ToneBadge tone={TONES[state]}>{t(`state.${state}`)}</ToneBadge>
  );
}
