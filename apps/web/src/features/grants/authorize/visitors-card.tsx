import type { StationDetail } from '@sunfleet/contract';
import { Switch } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';
import { Card } from '../../../ui/page/card.tsx';
import styles from '../grants.module.css';
import type { Authority } from './authority.ts';

/** Whether visitors see the station, and what they see. Opening it needs a confirmation. */
export function VisitorsCard({
  station,
  authority: { by },
}: {
  station: StationDetail;
  authority: Authority;
}) {
  const { t } = useTranslation('grants');
  const id = useId();
  const [asking, setAsking] = useState(false);
  const mayOpen = station.owner === null || by === 'own' || by === 'all';
  const done = (shared: boolean) => {
    showNotice('success', t(shared ? 'visitors.opened' : 'visitors.closed'));
    setAsking(false);
  };
  const invalidates = ['getStation', 'listStations'] as const;
  const open = useAction('shareStation', { invalidates, quiet: true, onDone: () => done(true) });
  const close = useAction('shareStation', { invalidates, onDone: () => done(false) });
  const send = (action: typeof open, shared: boolean) =>
    action.mutate({ params: { id: station.id }, body: { shared } });
  const ask = () => {
    open.reset();
    setAsking(true);
  };
  return (
    <Card title={t('visitors.title')}>
      <div className={styles.switch}>
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={station.shared}
          disabled={!station.shared && !mayOpen}
          loading={close.isPending}
          onChange={(shared) => (shared ? ask() : send(close, false))}
        />
        <div>
          <label htmlFor={id}>{t('visitors.label')}</label>
          <span id={`${id}-hint`} className={styles.note}>
            {t('visitors.sees')} {t('visitors.hidden')} {mayOpen ? null : t('visitors.ownerOpens')}
          </span>
        </div>
      </div>
      {asking ? (
        <ActionDialog
          title={t('visitors.ask.title', { name: station.name })}
          okText={t('visitors.ask.ok')}
          busy={open.isPending}
          error={open.error}
          onOk={() => send(open, true)}
          onClose={() => setAsking(false)}
        >
          <p>{t('visitors.ask.text')}</p>
          <p>{t('visitors.sees')}</p>
          <p>{t('visitors.hidden')}</p>
        </ActionDialog>
      ) : null}
    </Card>
  );
}
