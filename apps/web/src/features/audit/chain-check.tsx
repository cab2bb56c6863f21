import type { OutputOf } from '@sunfleet/api-client';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Card } from '../../ui/page/card.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';
import styles from '../../parts/audit/audit.module.css';

/** Follows the log's hash chain when asked, and says whether it holds. */
export function ChainCheck() {
  const { t } = useTranslation('audit');
  const [asked, setAsked] = useState(false);
  const check = useCall('checkAudit', {}, { enabled: asked });
  return (
    <Card title={t('chain.title')}>
      <div className={styles.chain}>
        <Button loading={check.isFetching} onClick={() => (asked ? void check.refetch() : setAsked(true))}>
          {t('chain.check')}
        </Button>
        <div aria-live="polite">
          {check.data ? (
            <Result result={check.data} />
          ) : (
            <span className={styles.muted}>{t('chain.hint')}</span>
          )}
        </div>
      </div>
      {check.error ? <ErrorState error={check.error} /> : null}
    </Card>
  );
}

function Result({ result }: { result: OutputOf<'checkAudit'> }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const { intact, checked, waiting, brokenAt } = result;
  return (
    <>
      <ToneBadge tone={intact ? 'normal' : 'emergency'}>
        {intact ? t('chain.intact') : t('chain.broken', { id: brokenAt ?? '?' })}
      </ToneBadge>
      <span className={styles.note}>
        {t('chain.counts', { checked: format.number(checked, 0), waiting: format.number(waiting, 0) })}
      </span>
    </>
  );
}
