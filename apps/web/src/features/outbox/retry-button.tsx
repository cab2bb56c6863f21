import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import type { Message } from './message.ts';

/** Sends a message again that failed. Draws nothing for a message that was sent, or whose text was erased. */
export function RetryButton({ message }: { message: Message }) {
  const { t } = useTranslation('outbox');
  const retry = useAction('retryMessage', { invalidates: ['listOutbox'] });
  if (message.state === 'sent' || message.redacted) return null;
  return (
    <Button
      size="small"
      loading={retry.isPending}
      aria-label={`${t('retry')}: ${message.to}`}
      onClick={() => retry.mutate({ params: { id: message.id } })}
    >
      {t('retry')}
    </Button>
  );
}
