import type { OutputOf } from '@sunfleet/api-client';
import { Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../lib/call/use-action.ts';
import { useCall } from '../../../../lib/call/use-call.ts';
import { useFormat } from '../../../../lib/format/use-format.ts';
import { CopyButton } from '../../../../ui/copy/copy-button.tsx';
import { Button } from '../../../../ui/form/button.tsx';
import { Card } from '../../../../ui/page/card.tsx';
import { Loaded, Permitted } from '../../../../ui/page/page.tsx';
import tabStyles from '../../../../parts/accounts/tab.module.css';
import styles from '../settings.module.css';
import { CreateKey } from './create-key.tsx';

type ApiKey = OutputOf<'listApiKeys'>[number];

/** Keys with which programs act as this account. */
export function KeysTab() {
  return (
    <Permitted permission="apiKeys.manage">
      <Keys />
    </Permitted>
  );
}

function Keys() {
  const { t } = useTranslation('settings');
  const keys = useCall('listApiKeys', {});
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<string>();
  const onMade = (key: string) => {
    setMade(key);
    setCreating(false);
  };
  return (
    <Card title={t('keys.title')}>
      <div className={tabStyles.tab}>
        <p className={styles.muted}>{t('keys.hint')}</p>
        {made ? <MadeKey text={made} onDone={() => setMade(undefined)} /> : null}
        {creating ? <CreateKey onMade={onMade} onClose={() => setCreating(false)} /> : null}
        {creating || made ? null : (
          <div className={tabStyles.row}>
            <Button kind="primary" onClick={() => setCreating(true)}>
              {t('keys.create')}
            </Button>
          </div>
        )}
        <Loaded loading={keys}>
          {keys.data?.length === 0 ? <p className={styles.muted}>{t('keys.none')}</p> : null}
          <ul className={styles.list}>
            {keys.data?.map((key) => (
              <KeyItem key={key.id} apiKey={key} />
            ))}
          </ul>
        </Loaded>
      </div>
    </Card>
  );
}

function MadeKey({ text, onDone }: { text: string; onDone: () => void }) {
  const { t } = useTranslation('settings');
  return (
    <div className={tabStyles.text} role="status">
      <p className={tabStyles.warn}>{t('keys.once')}</p>
      <code className={styles.secret}>{text}</code>
      <div className={tabStyles.row}>
        <CopyButton text={text} />
        <Button kind="primary" onClick={onDone}>
          {t('keys.kept')}
        </Button>
      </div>
    </div>
  );
}

function KeyItem({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const remove = useAction('deleteApiKey', { invalidates: ['listApiKeys'] });
  const until = apiKey.expiresAt === null ? t('keys.forever') : format.dateTime(apiKey.expiresAt);
  const used = apiKey.lastUsedAt === null ? t('never') : format.dateTime(apiKey.lastUsedAt);
  return (
    <li className={styles.item}>
      <span className={styles.what}>
        <strong>{apiKey.name}</strong>
        <span className={styles.muted}>
          {apiKey.prefix}… · {t('keys.permissionCount', { count: apiKey.permissions.length })}
        </span>
        <span className={styles.muted}>{t('keys.dates', { until, used })}</span>
      </span>
      <Popconfirm
        title={t('keys.removeAsk', { name: apiKey.name })}
        okText={t('remove')}
        cancelText={t('cancelled')}
        onConfirm={() => remove.mutate({ params: { id: apiKey.id } })}
      >
        <Button busy={remove.isPending} aria-label={`${t('remove')}: ${apiKey.name}`}>
          {t('remove')}
        </Button>
      </Popconfirm>
    </li>
  );
}
