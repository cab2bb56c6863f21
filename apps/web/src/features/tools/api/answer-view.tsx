import { CallError } from '@sunfleet/api-client';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/call/failure-text.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { download } from '../../../ui/chart/download.ts';
import { Button } from '../../../ui/form/button.tsx';
import styles from './api-console.module.css';

export interface Answer {
  data: unknown;
  /** Why there is no data. */
  error: unknown;
  ms: number;
}

/** Letters that are shown; the whole is saved as a file. */
const SHOWN = 50_000;

/** What came back: data or a file, or why it was refused, field by field. */
export function AnswerView({ answer: { data, error, ms } }: { answer: Answer }) {
  const { t } = useTranslation('tools');
  const { t: common } = useTranslation('common');
  const format = useFormat();
  const took = t('api.took', { ms: format.number(ms, 0) });
  if (error !== undefined)
    return (
      <section role="alert" className={styles.answer}>
        <strong>
          {error instanceof CallError && error.code > 0
            ? `${error.code} ${error.error ?? ''}`
            : t('api.failed')}
        </strong>
        <p>{failureText(error, common)}</p>
        {error instanceof CallError && error.fields.length > 0 ? (
          <ul>
            {error.fields.map(({ path, message }) => (
              <li key={path}>
                <code>{path}</code> {message}
              </li>
            ))}
          </ul>
        ) : null}
        <p className={styles.muted}>{took}</p>
      </section>
    );
  const file = data instanceof Blob ? data : undefined;
  const text = file ? '' : (JSON.stringify(data, null, 2) ?? '');
  const save = () => download(file ? 'answer' : 'answer.json', file ?? new Blob([text]));
  return (
    <section aria-label={t('api.answer')} className={styles.answer}>
      <div className={styles.buttons}>
        <strong>{t('api.answer')}</strong>
        <span className={styles.muted}>
          {file ? `${took}, ${format.number(Math.ceil(file.size / 1024), 0)} KB` : took}
        </span>
        <Button onClick={save}>{t('api.save')}</Button>
      </div>
      {file ? null : (
        // A long answer is scrolled by keys as well.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre tabIndex={0} className={styles.data}>
          {text.length > SHOWN ? `${text.slice(0, SHOWN)}\n…` : text}
        </pre>
      )}
    </section>
  );
}
