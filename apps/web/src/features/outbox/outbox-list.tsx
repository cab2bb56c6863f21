import { OUTBOX_STATES } from '@sunfleet/contract';
import { Select } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { type Format, useFormat } from '../../lib/format/use-format.ts';
import { SearchFilter } from '../../ui/filter/filters.tsx';
import { choiceField, integerField, textField, useUrlState } from '../../lib/url-state.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { EmptyState, ErrorState, NoMatch } from '../../ui/page/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import styles from './outbox.module.css';
import type { Message } from './message.ts';
import { MessagePanel } from './message-panel.tsx';
import { MessageState } from './message-state.tsx';
import { RetryButton } from './retry-button.tsx';

const FIELDS = {
  q: textField(),
  state: choiceField(OUTBOX_STATES, undefined),
  page: integerField(1),
  pageSize: integerField(20),
  /** The one whose panel is open. */
  message: integerField(0),
};

/** Messages by mail and SMS, newest first; a row opens its text. */
export function OutboxList() {
  const { t } = useTranslation('outbox');
  const format = useFormat();
  const [{ q, state, page, pageSize, message }, set] = useUrlState(FIELDS);
  const text = useDelayed(q, 250).trim();
  const query = { page, pageSize, ...(state ? { state } : {}), ...(text ? { q: text } : {}) };
  const messages = useCall('listOutbox', { query }, { keepPrevious: true, refetchMs: 15_000 });
  const columns = useMemo(() => columnsOf(t, format), [t, format]);
  if (messages.error && !messages.data)
    return <ErrorState error={messages.error} onRetry={messages.refetch} />;
  const rows = messages.data?.rows;
  return (
    <>
      <DataTable<Message>
        label={t('title')}
        name="outbox"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        total={messages.data?.total ?? 0}
        state={{ page, pageSize, sort: '', order: 'desc' }}
        onState={(change) => set(pagesOf(change))}
        busy={messages.isPlaceholderData}
        onOpen={({ id }) => set({ message: id }, { push: true })}
        card={(row) => <MessageCard message={row} />}
        tools={
          <>
            <SearchFilter label={t('search')} value={q} onChange={(text) => set({ q: text, page: 1 })} />
            <Select
              className={styles.pick}
              allowClear
              placeholder={t('column.state')}
              aria-label={t('column.state')}
              {...(state ? { value: state } : {})}
              options={OUTBOX_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
              onChange={(value?: Message['state']) => set({ state: value, page: 1 })}
            />
          </>
        }
        empty={
          q || state ? (
            <NoMatch onClear={() => set({ q: '', state: undefined, page: 1 })} />
          ) : (
            <EmptyState title={t('empty.title')} hint={t('empty.hint')} />
          )
        }
      />
      <MessagePanel message={rows?.find(({ id }) => id === message)} onClose={() => set({ message: 0 })} />
    </>
  );
}

const pagesOf = ({ page, pageSize }: { page?: number; pageSize?: number }) => ({
  ...(page ? { page } : {}),
  ...(pageSize ? { pageSize } : {}),
});

function columnsOf(t: TFunction<'outbox'>, format: Format): Column<Message>[] {
  return [
    {
      key: 'to',
      title: t('column.to'),
      fixed: true,
      width: 220,
      render: (row) => row.to,
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 170,
      render: (row) => <MessageState state={row.state} />,
    },
    { key: 'channel', title: t('column.channel'), width: 110, render: (row) => t(`channel.${row.channel}`) },
    {
      key: 'subject',
      title: t('column.subject'),
      width: 260,
      render: (row) => (
        <>
          {row.subject || row.template}
          {row.error ? <span className={styles.errorNote}>{row.error}</span> : null}
        </>
      ),
    },
    {
      key: 'tries',
      title: t('column.tries'),
      align: 'right',
      width: 100,
      render: (row) => format.number(row.tries, 0),
    },
    {
      key: 'createdAt',
      title: t('column.createdAt'),
      width: 180,
      render: (row) => format.dateTime(row.createdAt),
    },
    {
      key: 'nextTryAt',
      title: t('column.nextTryAt'),
      width: 180,
      hidden: true,
      render: (row) => format.dateTime(row.nextTryAt),
    },
    {
      key: 'sentAt',
      title: t('column.sentAt'),
      width: 180,
      hidden: true,
      render: (row) => format.dateTime(row.sentAt),
    },
    { key: 'retry', title: t('column.actions'), width: 150, render: (row) => <RetryButton message={row} /> },
  ];
}

function MessageCard({ message }: { message: Message }) {
  const { t } = useTranslation('outbox');
  const format = useFormat();
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <strong>{message.to}</strong>
        <MessageState state={message.state} />
      </div>
      <div>{message.subject || message.template}</div>
      {message.error ? <div className={styles.errorNote}>{message.error}</div> : null}
      <div className={styles.cardHead}>
        <span className={styles.muted}>
          {[t(`channel.${message.channel}`), format.dateTime(message.createdAt)].join(' · ')}
        </span>
        <RetryButton message={message} />
      </div>
    </div>
  );
}
