import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { screenOf, useScreens } from './screens.tsx';
import styles from './bottom-bar.module.css';

/** Thumbs can tell four entries apart at 360 px. The drawer has the others. */
const PLACES = 4;

/** The daily screens within reach of a thumb. */
export function BottomBar() {
  const { t } = useTranslation('common');
  const present = screenOf(useLocation().pathname);
  return (
    <nav className={styles.bar} aria-label={t('menu.daily')}>
      {useScreens()
        .slice(0, PLACES)
        .map(({ key, path, icon }) => (
          <Link
            key={key}
            to={path}
            className={styles.item}
            aria-current={present === key ? 'page' : undefined}
          >
            {icon}
            <span className={styles.word}>{t(`short.${key}`)}</span>
          </Link>
        ))}
    </nav>
  );
}
