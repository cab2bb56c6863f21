import { useTranslation } from 'react-i18next';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';
import type { StatusTone } from '../../ui/status/status-tone.ts';
import type { Message } from './message.ts';

const TONES: Readonly<Record<Message['state'], StatusTone>> = {
  waiting: 'connecting',
  sent: 'normal',
  failed: 'emergency',
  notConfigured: 'general',
};

/** Whether a message went out. */
export function MessageState({ state }: { state: Message['state'] }) {
  const { t } = useTranslation('outbox');
  return <ToneBadge tone={TONES[state]}>{t(`state.${state}`)}</ToneBadge>;
}
