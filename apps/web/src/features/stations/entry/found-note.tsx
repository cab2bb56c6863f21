import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/form/button.tsx';
import styles from './entry.module.css';
import { fieldNames } from './field-names.ts';
import type { FoundAddressFill } from './use-found-address.ts';

/** What was filled in, from where, and what stayed as it was typed. */
export function FoundNote({ found }: { found: FoundAddressFill }) {
  const { t, i18n } = useTranslation('stations');
  const { filled } = found;
  if (!filled) return null;
  const names = fieldNames(t);
  const kept = new Intl.ListFormat(i18n.language).format(filled.kept.map((name) => names[name]));
  return (
    <div className={styles.found} role="status">
      <p>{t('addresses.filled', { source: filled.source, address: filled.address.label })}</p>
      {filled.kept.length > 0 ? <p>{t('addresses.kept', { fields: kept })}</p> : null}
      <div className={styles.foot}>
        {filled.kept.length > 0 ? <Button onClick={found.useAll}>{t('addresses.replace')}</Button> : null}
        <Button onClick={found.undo}>{t('addresses.undo')}</Button>
      </div>
    </div>
  );
}
