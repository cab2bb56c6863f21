import type { OutputOf } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../../lib/call/use-action.ts';
import { useCall } from '../../../../lib/call/use-call.ts';
import { useFormat } from '../../../../lib/format/use-format.ts';
import { useSetAccount } from '../../../../parts/accounts/use-set-account.ts';
import { download } from '../../../../ui/chart/download.ts';
import { Button } from '../../../../ui/form/button.tsx';
import { Card } from '../../../../ui/page/card.tsx';
import { Loaded } from '../../../../ui/page/page.tsx';
import styles from '../settings.module.css';
import { CancelForm } from './cancel-form.tsx';

type Cancellation = OutputOf<'getCancellation'>;

/** What goes with the account, the export of all of it, and the request to erase it. */
export function CancelTab() {
  const cancellation = useCall('getCancellation', {});
  const { data } = cancellation;
  return (
    <Loaded loading={cancellation}>
      {data ? (
        <>
          <ExportCard />
          {data.erasedAt === null ? (
            <RequestCard cancellation={data} />
          ) : (
            <WaitingCard erasedAt={data.erasedAt} />
          )}
        </>
      ) : null}
    </Loaded>
  );
}

function ExportCard() {
  const { t } = useTranslation('security');
  const fetchAll = useAction('exportAccount', {
    onDone: (text) => download('sunfleet-account.json', new Blob([text], { type: 'application/json' })),
  });
  return (
    <Card title={t('export.title')}>
      <div className={styles.text}>
        <p>{t('export.hint')}</p>
        <div className={styles.row}>
          <Button busy={fetchAll.isPending} onClick={() => fetchAll.mutate({})}>
            {t('download')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function WaitingCard({ erasedAt }: { erasedAt: number }) {
  const { t } = useTranslation('security');
  const texts = useTranslation('common');
  const format = useFormat();
  const setAccount = useSetAccount();
  const keep = useAction('keepAccount', {
    invalidates: ['getCancellation'],
    onDone: () => setAccount({ erasedAt: null }),
  });
  return (
    <Card title={t('cancel.title')}>
      <div className={styles.text}>
        <p className={styles.warn}>{texts.t('account.erased', { date: format.dateTime(erasedAt) })}</p>
        <div className={styles.row}>
          <Button kind="primary" busy={keep.isPending} onClick={() => keep.mutate({})}>
            {texts.t('account.keep')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

const LOST = ['sessions', 'apiKeys', 'passkeys', 'grantsGiven', 'grantsReceived'] as const;

function RequestCard({ cancellation }: { cancellation: Cancellation }) {
  const { t } = useTranslation('security');
  const { lost, lastAdministratorOf, coolingOffDays } = cancellation;
  const ends = LOST.filter((key) => lost[key] > 0);
  return (
    <Card title={t('cancel.title')}>
      <div className={styles.text}>
        <p>{t('cancel.hint', { count: coolingOffDays })}</p>
        {ends.length > 0 ? (
          <>
            <p>{t('cancel.lost')}</p>
            <ul className={styles.bullets}>
              {ends.map((key) => (
                <li key={key}>{t(`cancel.${key}`, { count: lost[key] })}</li>
              ))}
            </ul>
          </>
        ) : null}
        {lastAdministratorOf.length > 0 ? (
          <p className={styles.warn}>
            {t('cancel.lastAdministrator', { organisations: lastAdministratorOf.join(', ') })}
          </p>
        ) : (
          <CancelForm cancellation={cancellation} />
        )}
      </div>
    </Card>
  );
}
