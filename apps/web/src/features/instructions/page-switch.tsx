import { ADDRESSES } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import styles from './instructions.module.css';

/** Leads between instructions and the sets that are made of them. */
export function PageSwitch() {
  const { t } = useTranslation('instructions');
  return (
    <nav className={styles.switch} aria-label={t('switch')}>
      <NavLink to={ADDRESSES.instructions}>{t('title')}</NavLink>
      <NavLink to={ADDRESSES.instructionSets}>{t('sets.title')}</NavLink>
    </nav>
  );
}
