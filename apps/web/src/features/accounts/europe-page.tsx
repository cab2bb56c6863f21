import { ADDRESSES } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EntryFrame } from './entry/entry-frame.tsx';
import styles from './entry/entry.module.css';
import { NodeChoice } from './entry/node-choice.tsx';

const POINTS = ['place', 'law', 'rights', 'export'] as const;

/** The European node introduces itself: where data stays, which rights people have, which node to take. */
export function EuropePage() {
  const { t } = useTranslation('legal');
  return (
    <EntryFrame title={t('europe.title')} wide>
      <div className={styles.text}>
        <p>{t('europe.intro')}</p>
        <ul className={styles.bullets}>
          {POINTS.map((key) => (
            <li key={key}>{t(`europe.${key}`)}</li>
          ))}
        </ul>
      </div>
      <p className={styles.links}>
        <Link to={ADDRESSES.privacy}>{t('privacy.title')}</Link>
        <Link to={ADDRESSES.agreement}>{t('agreement.title')}</Link>
      </p>
      <NodeChoice />
      <Link to={ADDRESSES.login} className={styles.primary}>
        {t('europe.enter')}
      </Link>
    </EntryFrame>
  );
}
