import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/call/failure-text.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './town-search.module.css';
import type { useAddresses } from './use-addresses.ts';

/** What became of a search for addresses: who was asked, when, and who must be named. */
export function AddressNote({ source, search, text }: ReturnType<typeof useAddresses> & { text: string }) {
  const { t } = useTranslation('stations');
  const common = useTranslation('common');
  const format = useFormat();
  if (!source || !search) return null;
  const { answer, error } = search;
  return (
    <div className={styles.note} role="status">
      {error ? failureText(error, common.t) : null}
      {!error && !answer ? t('addresses.asking', { source: source.name }) : null}
      {answer?.places.length === 0 ? <p>{t('addresses.nothing', { source: source.name, text })}</p> : null}
      {answer ? (
        <p>
          {t('addresses.source', { source: source.name, time: format.dateTime(answer.askedAt) })}
          {source.credit ? ` · ${source.credit}` : null}
        </p>
      ) : null}
    </div>
  );
}
