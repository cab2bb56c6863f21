import { Descriptions, Drawer } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './outbox.module.css';
import type { Message } from './message.ts';
import { MessageState } from './message-state.tsx';
import { RetryButton } from './retry-button.tsx';

/** One message at the side of the page: how it was sent, and its text where that is kept. */
export function MessagePanel({ message, onClose }: { message: Message | undefined; onClose: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Drawer
      open={message !== undefined}
      onClose={onClose}
      size="min(100vw, 520px)"
      title={message ? message.subject || message.template : null}
      closable={{ 'aria-label': t('close') }}
      destroyOnHidden
    >
      {message ? <Detail message={message} /> : null}
    </Drawer>
  );
}

function Detail({ message }: { message: Message }) {
  const { t } = useTranslation('outbox');
  const format = useFormat();
  const missing = whatIsMissing(message, t);
  return (
    <div className={styles.panel}>
      <div className={styles.buttons}>
        <MessageState state={message.state} />
        <RetryButton message={message} />
      </div>
      {message.error ? <p className={styles.error}>{message.error}</p> : null}
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'to', label: t('column.to'), children: message.to },
          { key: 'channel', label: t('column.channel'), children: t(`channel.${message.channel}`) },
          { key: 'template', label: t('column.template'), children: <code>{message.template}</code> },
          { key: 'language', label: t('column.language'), children: message.language },
          { key: 'tries', label: t('column.tries'), children: format.number(message.tries, 0) },
          {
            key: 'created',
            label: t('column.createdAt'),
            children: format.dateTime(message.createdAt, undefined, 'full'),
          },
          {
            key: 'next',
            label: t('column.nextTryAt'),
            children: format.dateTime(message.nextTryAt, undefined, 'full'),
          },
          {
            key: 'sent',
            label: t('column.sentAt'),
            children: format.dateTime(message.sentAt, undefined, 'full'),
          },
        ]}
      />
      <section aria-label={t('text')}>
        <h2 className={styles.heading}>{t('text')}</h2>
        {message.text ? <pre className={styles.text}>{message.text}</pre> : null}
        {missing ? <p className={styles.muted}>{missing}</p> : null}
      </section>
    </div>
  );
}

/** Why the text is missing or incomplete. */
function whatIsMissing({ state, redacted, text }: Message, t: TFunction<'outbox'>): string | undefined {
  if (redacted) return t('redacted');
  if (state === 'sent') return t('textGone');
  return text ? undefined : UNKNOWN;
}
