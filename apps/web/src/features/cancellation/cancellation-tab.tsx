import type { OutputOf } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useSetAccount } from '../../parts/accounts/use-set-account.ts';
import { download } from '../../ui/chart/download.ts';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import { Loaded } from '../../ui/page/page.tsx';
import tabStyles from '../../parts/accounts/tab.module.css';
import styles from './cancellation.module.css';
import { CancellationForm } from './cancellation-form.tsx';

type Cancellation = OutputOf<'getCancellation'>;

/** What goes with the account, the export of all of it, and the request to erase it. */
export function CancellationTab() {
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
  const { t } = useTranslation('cancellation');
  const fetchAll = useAction('exportAccount', {
    onDone: (file) => download('sunfleet-account.json', file),
  });
  return (
    <Card title={t('export.title')}>
      <div className={tabStyles.text}>
        <p>{t('export.hint')}</p>
        <div className={tabStyles.row}>
          <Button busy={fetchAll.isPending} onClick={() => fetchAll.mutate({})}>
            {t('export.download')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function WaitingCard({ erasedAt }: { erasedAt: number }) {
  const { t } = useTranslation('cancellation');
  const texts = useTranslation('common');
  const format = useFormat();
  const setAccount = useSetAccount();
  const keep = useAction('keepAccount', {
    invalidates: ['getCancellation'],
    onDone: () => setAccount({ erasedAt: null }),
  });
  return (
    <Card title={t('title')}>
      <div className={tabStyles.text}>
        <p className={tabStyles.warn}>{texts.t('account.erased', { date: format.dateTime(erasedAt) })}</p>
        <div className={tabStyles.row}>
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
  const { t } = useTranslation('cancellation');
  const { lost, lastAdministratorOf, coolingOffDays } = cancellation;
  const ends = LOST.filter((key) => lost[key] > 0);
  return (
    <Card title={t('title')}>
      <div className={tabStyles.text}>
        <p>{t('hint', { count: coolingOffDays })}</p>
        {ends.length > 0 ? (
          <>
            <p>{t('lost')}</p>
            <ul className={styles.bullets}>
              {ends.map((key) => (
                <li key={key}>{t(`${key}`, { count: lost[key] })}</li>
              ))}
            </ul>
          </>
        ) : null}
        {lastAdministratorOf.length > 0 ? (
          <p className={tabStyles.warn}>
            {t('lastAdministrator', { organisations: lastAdministratorOf.join(', ') })}
          </p>
        ) : (
          <CancellationForm cancellation={cancellation} />
        )}
      </div>
    </Card>
  );
}
