import type { OutputOf } from '@sunfleet/api-client';
import { Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../lib/call/use-action.ts';
import { useFormat } from '../../../../lib/format/use-format.ts';
import { browserHasPasskeys } from '../../passkeys.ts';
import { Button } from '../../../../ui/form/button.tsx';
import { Card } from '../../../../ui/page/card.tsx';
import tabStyles from '../../../../parts/accounts/tab.module.css';
import styles from '../settings.module.css';
import { AddPasskey } from './add-passkey.tsx';

type Passkey = OutputOf<'security'>['passkeys'][number];

/** Passkeys of the account, a new one, and the removal of old ones. */
export function PasskeyCard({ passkeys }: { passkeys: readonly Passkey[] }) {
  const { t } = useTranslation('settings');
  const [adding, setAdding] = useState(false);
  return (
    <Card title={t('passkey.title')}>
      <div className={tabStyles.text}>
        <p>{t('passkey.hint')}</p>
        {passkeys.length === 0 ? (
          <p className={styles.muted}>{t('passkey.none')}</p>
        ) : (
          <ul className={styles.list}>
            {passkeys.map((passkey) => (
              <PasskeyItem key={passkey.id} passkey={passkey} />
            ))}
          </ul>
        )}
        <Adding adding={adding} onAdding={setAdding} />
      </div>
    </Card>
  );
}

function Adding({ adding, onAdding }: { adding: boolean; onAdding: (adding: boolean) => void }) {
  const { t } = useTranslation('settings');
  if (!browserHasPasskeys()) return <p className={styles.muted}>{t('passkey.cannot')}</p>;
  if (adding) return <AddPasskey onClose={() => onAdding(false)} />;
  return (
    <div className={tabStyles.row}>
      <Button onClick={() => onAdding(true)}>{t('passkey.add')}</Button>
    </div>
  );
}

function PasskeyItem({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation('settings');
  const format = useFormat();
  const remove = useAction('removePasskey', { invalidates: ['security'] });
  const used = passkey.lastUsedAt === null ? t('never') : format.dateTime(passkey.lastUsedAt);
  return (
    <li className={styles.item}>
      <span className={styles.what}>
        <strong>{passkey.name}</strong>
        <span className={styles.muted}>
          {t('passkey.dates', { created: format.dateTime(passkey.createdAt), used })}
        </span>
      </span>
      <Popconfirm
        title={t('passkey.removeAsk', { name: passkey.name })}
        okText={t('remove')}
        cancelText={t('cancelled')}
        onConfirm={() => remove.mutate({ params: { id: passkey.id } })}
      >
        <Button busy={remove.isPending} aria-label={`${t('remove')}: ${passkey.name}`}>
          {t('remove')}
        </Button>
      </Popconfirm>
    </li>
  );
}
