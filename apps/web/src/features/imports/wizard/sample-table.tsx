import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/page/card.tsx';
import type { Preview } from './import-draft.ts';
import styles from './wizard.module.css';

const ROWS = 6;

/** Rows of the file that hold values, as they are cut into cells. */
export function SampleTable({ preview }: { preview: Preview }) {
  const { t } = useTranslation('imports');
  return (
    <Card title={t('section.sample')}>
      <div className={styles.sample} tabIndex={0} role="region" aria-label={preview.fileName}>
        <table>
          <thead>
            <tr>
              {preview.header.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {preview.sample.slice(0, ROWS).map((row, index) => (
              <tr key={index}>
                {preview.header.map((name, column) => (
                  <td key={name}>{row[column]}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
