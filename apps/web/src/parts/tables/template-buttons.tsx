import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/form/button.tsx';
import styles from '../../ui/form/table-import.module.css';

const TEMPLATES = [
  { format: 'xlsx', title: 'batch.templateXlsx' },
  { format: 'csv', title: 'batch.templateCsv' },
] as const;

interface TemplateButtonsProps {
  busy: boolean;
  onChoose: (format: 'xlsx' | 'csv') => void;
}

/** An empty table to be filled in, as both kinds of file. */
export function TemplateButtons({ busy, onChoose }: TemplateButtonsProps) {
  const { t } = useTranslation('stations');
  return (
    <div className={styles.buttons}>
      {TEMPLATES.map(({ format, title }) => (
        <Button key={format} busy={busy} onClick={() => onChoose(format)}>
          {t(title)}
        </Button>
      ))}
    </div>
  );
}
