import { useTranslation } from 'react-i18next';
import { useMay, useMayCall } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import styles from './instructions.module.css';

interface RowButtonsProps {
  name: string;
  onRun?: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** What the account may do to an instruction or a set. */
export function RowButtons({ name, onRun, onEdit, onRemove }: RowButtonsProps) {
  const { t } = useTranslation('instructions');
  const mayRun = useMay('operations.run');
  const mayEdit = useMayCall('updateInstruction');
  const mayRemove = useMayCall('deleteInstruction');
  return (
    <span className={styles.buttons}>
      {onRun && mayRun ? (
        <Button aria-label={t('runOne', { name })} onClick={onRun}>
          {t('run')}
        </Button>
      ) : null}
      {mayEdit ? (
        <Button aria-label={t('changeOne', { name })} onClick={onEdit}>
          {t('change')}
        </Button>
      ) : null}
      {mayRemove ? (
        <Button aria-label={t('removeOne', { name })} onClick={onRemove}>
          {t('remove')}
        </Button>
      ) : null}
    </span>
  );
}
