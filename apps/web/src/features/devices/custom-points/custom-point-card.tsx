import type { CustomPoint } from '@sunfleet/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { NearMiss } from '../../../parts/points/near-miss.tsx';
import { Copied } from '../../../ui/copy/copied.tsx';
import { RowCard } from '../../../ui/table/row-card.tsx';
import { CustomPointDevices } from './custom-point-devices.tsx';
import styles from './custom-points.module.css';

interface CustomPointCardProps {
  row: CustomPoint;
  onEdit: ((key: string) => void) | undefined;
}

/** A custom point on a phone. */
export function CustomPointCard({ row, onEdit }: CustomPointCardProps) {
  const { t } = useTranslation('points');
  const { key, name, unit, kind } = row;
  return (
    <RowCard
      name={
        <>
          {name ?? key}
          {unit ? ` (${unit})` : ''}
        </>
      }
      action={
        onEdit ? (
          <Button size="small" aria-label={t('custom.editOne', { key })} onClick={() => onEdit(key)}>
            {t('custom.edit')}
          </Button>
        ) : null
      }
      note={t(`catalogue.kind.${kind}`)}
    >
      <div className={styles.facts}>
        <span className={styles.key}>
          <Copied text={key} />
        </span>
        <NearMiss point={row} />
        <CustomPointDevices row={row} />
      </div>
    </RowCard>
  );
}
