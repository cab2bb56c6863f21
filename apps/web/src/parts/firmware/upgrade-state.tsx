import type { UpgradeDeviceState, UpgradeState } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import type { StatusTone } from '../../ui/status/status-tone.ts';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';

const TONES: Readonly<Record<UpgradeState, StatusTone>> = {
  executing: 'connecting',
  stopped: 'standby',
  halted: 'emergency',
  finished: 'normal',
};

const DEVICE_TONES: Readonly<Record<UpgradeDeviceState, StatusTone>> = {
  waiting: 'standby',
  checking: 'connecting',
  transferring: 'connecting',
  installing: 'connecting',
  succeeded: 'normal',
  failed: 'emergency',
  rolledBack: 'general',
  timedOut: 'emergency',
  stopped: 'standby',
};

export function UpgradeBadge({ state }: { state: UpgradeState }) {
  const { t } = useTranslation('firmware');
  return <ToneBadge tone={TONES[state]}>{t(`upgrades.state.${state}`)}</ToneBadge>;
}

export function UpgradeDeviceBadge({ state }: { state: UpgradeDeviceState }) {
  const { t } = useTranslation('firmware');
  return <ToneBadge tone={DEVICE_TONES[state]}>{t(`upgrades.deviceState.${state}`)}</ToneBadge>;
}
