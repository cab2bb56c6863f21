import type { OutputOf } from '@sunfleet/api-client';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { ErrorState } from '../../../ui/page/states.tsx';
import styles from '../grants.module.css';

type Offer = OutputOf<'listHandOvers'>[number];

/** Offers of a station that wait for the other side, each to be taken back. Draws nothing where there are none. */
export function OpenOffers({ stationId }: { stationId: number }) {
  const offers = useCall('listHandOvers', { query: { stationId } });
  if (offers.error && !offers.data) return <ErrorState error={offers.error} onRetry={offers.refetch} />;
  if (!offers.data || offers.data.length === 0) return null;
  return (
    <div className={styles.apart}>
      <ul className={styles.offers}>
        {offers.data.map((offer) => (
          <OpenOffer key={offer.id} offer={offer} />
        ))}
      </ul>
    </div>
  );
}

function OpenOffer({ offer }: { offer: Offer }) {
  const { t } = useTranslation('grants');
  const format = useFormat();
  const withdraw = useAction('withdrawHandOver', { invalidates: ['listHandOvers'] });
  const day = format.dateTime(offer.expiresAt, undefined, 'date');
  return (
    <li>
      <span>{t(`hands.offered.${offer.as}`, { to: offer.to, day })}</span>
      <Button loading={withdraw.isPending} onClick={() => withdraw.mutate({ params: { id: offer.id } })}>
        {t('hands.withdraw')}
      </Button>
    </li>
  );
}
