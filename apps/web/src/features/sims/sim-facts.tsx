import type { SimAlert, SimRow } from '@sunfleet/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../lib/format/number.ts';
import { type Format, useFormat } from '../../lib/format/use-format.ts';
import type { StatusTone } from '../../ui/status/status-tone.ts';
import { ToneBadge } from '../../ui/status/tone-badge.tsx';
import styles from './sims.module.css';

const TONE_OF_STATUS = {
  ready: 'standby',
  active: 'normal',
  suspended: 'general',
  terminated: 'offline',
} as const satisfies Record<SimRow['status'], StatusTone>;

const TONE_OF_ALERT: Readonly<Record<SimAlert, StatusTone>> = {
  volume100: 'emergency',
  volume80: 'general',
  ended: 'emergency',
  ends7: 'emergency',
  ends30: 'general',
  ends60: 'tip',
  imeiChanged: 'general',
};

export function SimStatusBadge({ status }: Pick<SimRow, 'status'>) {
  const { t } = useTranslation('sims');
  return <ToneBadge tone={TONE_OF_STATUS[status]}>{t(`status.${status}`)}</ToneBadge>;
}

/** What the card needs somebody for, and what waits or was not done. */
export function SimAlerts({ sim }: { sim: SimRow }) {
  const { t } = useTranslation('sims');
  const format = useFormat();
  const { alerts, request, renewalAskedAt, failure } = sim;
  return (
    <div className={styles.alerts}>
      {alerts.map((alert) => (
        <ToneBadge key={alert} tone={TONE_OF_ALERT[alert]}>
          {t(`alert.${alert}`)}
        </ToneBadge>
      ))}
      {request?.state === 'queued' ? (
        <ToneBadge tone="connecting">
          {t('request.queued', { action: t(`several.${request.action}`) })}
        </ToneBadge>
      ) : null}
      {request?.state === 'failed' ? (
        <ToneBadge tone="general">
          {t('request.failed', { action: t(`several.${request.action}`), reason: request.reason ?? '' })}
        </ToneBadge>
      ) : null}
      {renewalAskedAt === null ? null : (
        <ToneBadge tone="tip">{t('renewalAsked', { date: format.dateTime(renewalAskedAt) })}</ToneBadge>
      )}
      {failure === null ? null : <ToneBadge tone="offline">{t('failure', { reason: failure })}</ToneBadge>}
    </div>
  );
}

/** Used data of that of the plan. */
export function dataText(t: TFunction<'sims'>, format: Format, { usedMb, volumeMb }: SimRow): string {
  if (usedMb === null && volumeMb === null) return UNKNOWN;
  const used = format.number(usedMb);
  return volumeMb === null
    ? t('usedAlone', { used })
    : t('used', { used, volume: format.number(volumeMb, 0) });
}
