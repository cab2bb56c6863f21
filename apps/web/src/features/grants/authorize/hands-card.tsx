import type { StationDetail } from '@sunfleet/contract';
import { Button, Descriptions } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UNKNOWN } from '../../../lib/format/number.ts';
import { Card } from '../../../ui/page/card.tsx';
import styles from '../grants.module.css';
import { HandOverDialog } from '../hand-over/hand-over-dialog.tsx';
import { OpenOffers } from '../hand-over/open-offers.tsx';
import { InstallerDialog } from '../hand-over/installer-dialog.tsx';
import type { Authority } from './authority.ts';

/** Whose the station is and who looks after it, with the ways to change both. */
export function HandsCard({ station, authority: { by } }: { station: StationDetail; authority: Authority }) {
  const { t } = useTranslation('grants');
  const [open, setOpen] = useState<'owner' | 'installer'>();
  const close = () => setOpen(undefined);
  const decides = by === 'own' || by === 'all';
  return (
    <Card title={t('hands.title')}>
      <Descriptions
        column={1}
        size="small"
        items={[
          { key: 'owner', label: t('hands.owner'), children: station.owner ?? UNKNOWN },
          { key: 'installer', label: t('hands.installer'), children: station.organisation ?? UNKNOWN },
        ]}
      />
      <OpenOffers stationId={station.id} />
      <div className={`${styles.buttons} ${styles.apart}`}>
        <Button onClick={() => setOpen('owner')}>{t('handOver.title')}</Button>
        {decides ? <Button onClick={() => setOpen('installer')}>{t('installer.title')}</Button> : null}
      </div>
      {open === 'owner' ? <HandOverDialog station={station} onClose={close} /> : null}
      {open === 'installer' ? <InstallerDialog station={station} onClose={close} /> : null}
    </Card>
  );
}
