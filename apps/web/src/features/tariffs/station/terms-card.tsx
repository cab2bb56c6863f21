import type { StationTariffs } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { EditTerms } from './edit-terms.tsx';
import styles from './money.module.css';

interface TermsCardProps {
  stationId: number;
  tariffs: StationTariffs;
}

/** Which tariff the station has since when. */
export function TermsCard({ stationId, tariffs }: TermsCardProps) {
  const { t } = useTranslation('tariffs');
  const format = useFormat();
  const mayAssign = useMay('tariffs.assign');
  const [open, setOpen] = useState(false);
  const { terms, simple } = tariffs;
  return (
    <div className={styles.page}>
      <ul className={styles.terms}>
        {simple ? (
          <li>
            {t('terms.simple', {
              buy: format.money(simple.priceBuy, simple.currency),
              feed: format.money(simple.priceFeedIn, simple.currency),
            })}
          </li>
        ) : null}
        {terms.map(({ from, tariff }) => (
          <li key={from}>
            <b>{tariff ? `${tariff.name} (${tariff.currency})` : t('terms.none')}</b>
            {' · '}
            {from === null ? t('version.beginning') : t('version.title', { day: format.day(from) })}
          </li>
        ))}
      </ul>
      {!simple && terms.length === 0 ? <p className={styles.text}>{t('terms.empty')}</p> : null}
      {mayAssign ? (
        <div>
          <Button onClick={() => setOpen(true)}>{t('terms.change')}</Button>
        </div>
      ) : null}
      {open ? <EditTerms stationId={stationId} tariffs={tariffs} onClose={() => setOpen(false)} /> : null}
    </div>
  );
}
