import type { OutputOf } from '@sunfleet/api-client';
import { Popconfirm } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Button } from '../../../ui/form/button.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Loaded } from '../../../ui/page/page.tsx';
import styles from './settings.module.css';

type SessionRow = OutputOf<'listSessions'>[number];

/** Where the account is signed in. */
export function SessionsTab() {
  const { t } = useTranslation('settings');
  const sessions = useCall('listSessions', {});
  const others = sessions.data?.some(({ current }) => !current) ?? false;
  return (
    <Card title={t('sessions.title')} extra={others ? <EndOthers /> : null}>
      <Loaded loading={sessions}>
        <ul className={styles.list}>
          {sessions.data?.map((row) => (
            <SessionItem key={row.id} row={row} />
          ))}
        </ul>
      </Loaded>
    </Card>
  );
}

function EndOthers() {
  const { t } = useTranslation('settings');
  const end = useAction('endOtherSessions', { invalidates: ['listSessions'] });
  return (
    <Popconfirm
      title={t('sessions.endOthersAsk')}
      okText={t('sessions.end')}
      cancelText={t('cancelled')}
      onConfirm={() => end.mutate({})}
    >
      <Button busy={end.isPending}>{t('sessions.endOthers')}</Button>
    </Popconfirm>
  );
}

function SessionItem({ row }: { row: SessionRow }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const end = useAction('endSession', { invalidates: ['listSessions'] });
  const name = [row.browser, row.system].filter(Boolean).join(' · ') || t('unknownBrowser');
  return (
    <li className={styles.item}>
      <span className={styles.what}>
        <strong>{name}</strong>
        {row.current ? <span className={styles.good}>{t('sessions.current')}</span> : null}
        <span className={styles.muted}>
          {t('sessions.dates', {
            address: row.address ?? UNKNOWN,
            since: format.dateTime(row.createdAt),
            seen: format.dateTime(row.lastSeenAt),
          })}
        </span>
        {row.remember ? <span className={styles.muted}>{t('sessions.remembered')}</span> : null}
      </span>
      {row.current ? null : (
        <Button
          busy={end.isPending}
          aria-label={`${t('sessions.end')}: ${name}`}
          onClick={() => end.mutate({ params: { id: row.id } })}
        >
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}
