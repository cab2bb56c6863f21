import type { AlarmShield } from '@sunfleet/contract';
import { Button, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { useNow } from '../../../lib/time/use-now.ts';
import { ALARM_READS } from '../../../parts/alarms/handling/alarm-reads.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';

/** Ends a shield, or says that a long one is still wanted once that is asked. */
export function ShieldActions({ shield }: { shield: AlarmShield }) {
  const { t } = useTranslation('alarms');
  const mayForGood = useMay('alarms.shieldPermanently');
  const now = useNow(60_000);
  const [asking, setAsking] = useState(false);
  const end = useAction('endAlarmShield', {
    quiet: true,
    invalidates: ALARM_READS,
    onDone: () => setAsking(false),
  });
  const review = useAction('reviewAlarmShield', { invalidates: ['listAlarmShields'] });
  if (shield.ended) return null;
  const params = { id: shield.id };
  const isDue = shield.reviewAt !== null && shield.reviewAt <= now;
  return (
    <Space wrap size="small">
      {isDue && (mayForGood || shield.until !== null) ? (
        <Button
          size="small"
          type="primary"
          loading={review.isPending}
          onClick={() => review.mutate({ params })}
        >
          {t('shields.review')}
        </Button>
      ) : null}
      <Button size="small" onClick={() => setAsking(true)}>
        {t('shield.endNow')}
      </Button>
      {asking ? (
        <ActionDialog
          title={t('shields.endTitle')}
          okText={t('shield.endNow')}
          busy={end.isPending}
          error={end.error}
          onOk={() => end.mutate({ params })}
          onClose={() => setAsking(false)}
        >
          <p>{shield.reason}</p>
          <p>{t('shields.endAsk')}</p>
        </ActionDialog>
      ) : null}
    </Space>
  );
}
