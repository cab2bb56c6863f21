import type { CustomPoint } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Copied } from '../../../ui/copy/copied.tsx';
import { RowCard } from '../../../ui/table/row-card.tsx';
import { RecordingList } from '../recordings/recording-list.tsx';
import { CustomPointActions, type CustomPointVerbs } from './custom-point-actions.tsx';
import { CustomPointDevices } from './custom-point-devices.tsx';
import { CustomPointMiss } from './custom-point-miss.tsx';
import styles from './custom-points.module.css';

interface CustomPointCardProps {
  row: CustomPoint;
  organisationId: number | undefined;
  verbs: CustomPointVerbs | undefined;
}

/** A custom point on a phone. */
export function CustomPointCard({ row, organisationId, verbs }: CustomPointCardProps) {
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
      action={verbs ? <CustomPointActions pointKey={key} verbs={verbs} /> : null}
      note={t(`catalogue.kind.${kind}`)}
    >
      <div className={styles.facts}>
        <span className={styles.key}>
          <Copied text={key} />
        </span>
        <CustomPointMiss row={row} onRecord={verbs?.onRecord} />
        <CustomPointDevices row={row} />
        <RecordingList row={row} organisationId={organisationId} mayEnd={verbs !== undefined} />
      </div>
    </RowCard>
  );
}
