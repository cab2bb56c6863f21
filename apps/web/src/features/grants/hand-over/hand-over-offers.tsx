import type { OutputOf } from '@sunfleet/api-client';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { ErrorState } from '../../../ui/page/states.tsx';
import styles from '../grants.module.css';

type Offer = OutputOf<'listHandOvers'>[number];
type Answer = 'acceptHandOver' | 'declineHandOver';

/** Stations that somebody offers to the account, or to organisations it answers for. Draws nothing where there are none. */
export function HandOverOffers() {
  const { t } = useTranslation('grants');
  const offers = useCall('listHandOvers', { query: {} });
  const [asked, setAsked] = useState<{ offer: Offer; answer: Answer }>();
  if (offers.error && !offers.data) return <ErrorState error={offers.error} onRetry={offers.refetch} />;
  if (!offers.data || offers.data.length === 0) return null;
  return (
    <Card title={t('offer.title')}>
      <ul className={styles.offers}>
        {offers.data.map((offer) => (
          <li key={offer.id}>
            <OfferText offer={offer} />
            <div className={styles.buttons}>
              <Button type="primary" onClick={() => setAsked({ offer, answer: 'acceptHandOver' })}>
                {t('offer.acceptHandOver')}
              </Button>
              <Button onClick={() => setAsked({ offer, answer: 'declineHandOver' })}>
                {t('offer.declineHandOver')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asked ? <Ask {...asked} onClose={() => setAsked(undefined)} /> : null}
    </Card>
  );
}

function OfferText({ offer }: { offer: Offer }) {
  const { t } = useTranslation('grants');
  const format = useFormat();
  const day = format.dateTime(offer.createdAt, undefined, 'date');
  const last = format.dateTime(offer.expiresAt, undefined, 'date');
  return (
    <div>
      <strong>{offer.station.name}</strong>
      <span className={styles.note}>{t('offer.from', { from: offer.from, day })}</span>
      <span className={styles.note}>
        {t(`offer.as.${offer.as}`)} · {t('offer.until', { day: last })}
      </span>
    </div>
  );
}

function Ask({ offer, answer, onClose }: { offer: Offer; answer: Answer; onClose: () => void }) {
  const { t } = useTranslation('grants');
  const action = useAction(answer, {
    quiet: true,
    invalidates: ['listHandOvers', 'listStations', 'getStation', 'plantAuthority'],
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={offer.station.name}
      okText={t(`offer.${answer}`)}
      danger={answer === 'declineHandOver'}
      busy={action.isPending}
      error={action.error}
      onOk={() => action.mutate({ params: { id: offer.id } })}
      onClose={onClose}
    >
      <p>
        {t(
          `offer.ask.${answer === 'acceptHandOver' && offer.as === 'installer' ? 'acceptInstaller' : answer}`,
        )}
      </p>
    </ActionDialog>
  );
}
