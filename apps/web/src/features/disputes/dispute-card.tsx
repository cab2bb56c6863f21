import { type Dispute, deviceAddress, stationAddress } from '@sunfleet/contract';
import { Descriptions } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { UNKNOWN } from '../../lib/format/number.ts';
import { type Format, useFormat } from '../../lib/format/use-format.ts';
import { DisputeState } from '../../parts/disputes/dispute-state.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Card } from '../../ui/page/card.tsx';
import { DecideDialog, type Decision } from './decide-dialog.tsx';
import styles from './disputes.module.css';

/** One dispute: what both sides say and what is known of them, and the decision. */
export function DisputeCard({ dispute }: { dispute: Dispute }) {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  const [decision, setDecision] = useState<Decision>();
  const { holder, state } = dispute;
  return (
    <Card title={dispute.sn} extra={<DisputeState state={state} />}>
      <div className={styles.sides}>
        <Descriptions
          column={1}
          size="small"
          title={t('both.claimant')}
          items={claimantOf(dispute, t, format)}
        />
        {holder ? (
          <Descriptions
            column={1}
            size="small"
            title={t('both.holder')}
            items={holderOf(dispute, holder, t, format)}
          />
        ) : (
          <p>{t('both.nobody')}</p>
        )}
      </div>
      {state === 'open' ? (
        <div className={styles.decide}>
          <Button onClick={() => setDecision('keep')}>{t('decide.keep')}</Button>
          {holder ? <Button onClick={() => setDecision('transfer')}>{t('decide.transfer')}</Button> : null}
        </div>
      ) : null}
      {decision ? (
        <DecideDialog dispute={dispute} decision={decision} onClose={() => setDecision(undefined)} />
      ) : null}
    </Card>
  );
}

const linkTo = (address: string, text: string) => <Link to={address}>{text}</Link>;

function claimantOf(dispute: Dispute, t: TFunction<'disputes'>, format: Format) {
  const { claimant, reason, proof, contenderNetwork, createdAt } = dispute;
  return itemsOf([
    [t('both.name'), [claimant.name, claimant.email].filter(Boolean).join(' · ')],
    [t('both.account'), format.dateTime(claimant.since)],
    [t('both.station'), linkTo(stationAddress(claimant.station.id), claimant.station.name)],
    [t('both.network'), claimant.network ?? UNKNOWN],
    [t('proof.title'), t(`proof.${proof}`)],
    ...(proof === 'contender' ? [[t('both.contenderNetwork'), contenderNetwork ?? UNKNOWN] as const] : []),
    [t('both.reason'), `${reason} (${t('own.sent', { time: format.dateTime(createdAt) })})`],
  ]);
}

function holderOf(
  { sn, answer }: Dispute,
  holder: NonNullable<Dispute['holder']>,
  t: TFunction<'disputes'>,
  format: Format,
) {
  const { deviceId, station, owner, since, firstSeenAt, lastDataAt } = holder;
  return itemsOf([
    [t('both.name'), owner ?? UNKNOWN],
    [t('both.station'), station ? linkTo(stationAddress(station.id), station.name) : UNKNOWN],
    [t('both.since'), linkTo(deviceAddress(deviceId), `${sn} · ${format.dateTime(since)}`)],
    [t('both.firstSeen'), format.dateTime(firstSeenAt)],
    [t('both.lastData'), format.dateTime(lastDataAt)],
    [t('both.answer'), answer ?? UNKNOWN],
  ]);
}

function itemsOf(rows: readonly (readonly [string, React.ReactNode])[]) {
  return rows.map(([label, children]) => ({ key: label, label, children }));
}
