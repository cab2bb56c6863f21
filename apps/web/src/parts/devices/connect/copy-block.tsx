import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy/copy-button.tsx';
import styles from './connect.module.css';

/** Lines as they are copied. Long ones are scrolled, also by the keyboard. */
export function CopyBlock({ text }: { text: string }) {
  const { t } = useTranslation('connect');
  return (
    <div className={styles.block}>
      <pre tabIndex={0} role="region" aria-label={t('lines')}>
        <code>{text}</code>
      </pre>
      <div>
        <CopyButton text={text} />
      </div>
    </div>
  );
}
