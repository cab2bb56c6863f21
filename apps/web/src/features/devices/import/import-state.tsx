import type { DeviceImport, DeviceImportRowState } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { ToneBadge } from '../../../ui/status/tone-badge.tsx';
import type { StatusTone } from '../../../ui/status/status-tone.ts';

const OF_IMPORT: Readonly<Record<DeviceImport['state'], StatusTone>> = {
  checked: 'standby',
  running: 'connecting',
  ended: 'normal',
};
const OF_ROW: Readonly<Record<DeviceImportRowState, StatusTone>> = {
  wrong: 'emergency',
  failed: 'general',
  ready: 'tip',
  waiting: 'connecting',
  added: 'normal',
};

/** How far a table of devices is, as icon, word and colour. */
export function ImportState({ state }: { state: DeviceImport['state'] }) {
  const { t } = useTranslation('devices');
  return <ToneBadge tone={OF_IMPORT[state]}>{t(`import.importState.${state}`)}</ToneBadge>;
}

/** What became of a row of it. */
export function RowState({ state }: { state: DeviceImportRowState }) {
  const { t } = useTranslation('devices');
  return <ToneBadge tone={OF_ROW[state]}>{t(`import.state.${state}`)}</ToneBadge>;
}
