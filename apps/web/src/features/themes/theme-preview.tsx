import { DEFAULT_THEME_COLOR, type Theme } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { contrastText } from '../../lib/contrast.ts';
import styles from './themes.module.css';

/** How the head of the product looks on this host. */
export function ThemePreview({ theme }: { theme: Theme }) {
  const { t } = useTranslation(['themes', 'common']);
  const color = /^#[0-9A-F]{6}$/i.test(theme.themeColor) ? theme.themeColor : DEFAULT_THEME_COLOR;
  return (
    <div className={styles.preview} role="img" aria-label={t('previewOf', { host: theme.url })}>
      <span className={styles.muted} aria-hidden="true">
        {t('preview')}
      </span>
      <div className={styles.bar} aria-hidden="true">
        {theme.iconUrl ? (
          <img className={styles.icon} src={theme.iconUrl} alt="" />
        ) : (
          <span className={styles.icon} style={{ background: color }} />
        )}
        <strong>{t('product', { ns: 'common' })}</strong>
        <span className={styles.sample} style={{ background: color, color: contrastText(color) }}>
          {t('button')}
        </span>
      </div>
    </div>
  );
}
