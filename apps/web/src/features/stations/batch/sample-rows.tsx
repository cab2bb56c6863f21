import type { CheckedBatch } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import styles from './batch.module.css';

/** The first rows of a table as they were read. */
export function SampleRows({ checked: { headings, sample } }: { checked: CheckedBatch }) {
  const { t } = useTranslation('stations');
  return (
    <div className={styles.frame} tabIndex={0} role="group" aria-label={t('batch.sample')}>
      <table className={styles.table}>
        <thead>
          <tr>
            {headings.map((heading, at) => (
              <th key={at} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map((row, index) => (
            <tr key={index}>
              {headings.map((_, at) => (
                <td key={at}>{row[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
