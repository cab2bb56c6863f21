import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './custom-points.module.css';

export interface CustomPointVerbs {
  onEdit: (key: string) => void;
  onRecord: (key: string) => void;
}

/** What can be done with a custom point. */
export function CustomPointActions({ pointKey: key, verbs }: { pointKey: string; verbs: CustomPointVerbs }) {
  const { t } = useTranslation('points');
  return (
    <span className={styles.actions}>
      <Button size="small" aria-label={t('custom.editOne', { key })} onClick={() => verbs.onEdit(key)}>
        {t('custom.edit')}
      </Button>
      <Button size="small" aria-label={t('record.openOne', { key })} onClick={() => verbs.onRecord(key)}>
        {t('record.open')}
      </Button>
    </span>
  );
}
