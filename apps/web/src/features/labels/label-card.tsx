import { useTranslation } from 'react-i18next';
import { LabelChip } from '../../parts/labels/label-chips.tsx';
import { LabelActions, type LabelActionsProps } from './label-actions.tsx';
import { LabelCount } from './label-count.tsx';
import styles from './labels.module.css';

/** A label on a phone. */
export function LabelCard(props: LabelActionsProps) {
  const { t } = useTranslation('labels');
  const { label } = props;
  return (
    <div className={styles.card}>
      <div>
        <LabelChip label={label} />
      </div>
      {label.description ? <p>{label.description}</p> : null}
      <p className={styles.counts}>
        <span>
          {t('column.stations')}: <LabelCount of="stations" label={label} />
        </span>
        <span>
          {t('column.devices')}: <LabelCount of="devices" label={label} />
        </span>
      </p>
      <LabelActions {...props} />
    </div>
  );
}
