import type { AuditEntry } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import styles from './audit.module.css';
import { type Change, readChanges } from './read-changes.ts';
import { FIELDS, showValue } from './show-value.ts';

interface ChangeTableProps extends Pick<AuditEntry, 'before' | 'after' | 'names'> {
  zone: string;
}

/** Fields before and after; a new or deleted thing has one of the two. */
export function ChangeTable({ before, after, names, zone }: ChangeTableProps) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const changes = readChanges(before, after);
  if (changes.length === 0) return null;
  const words = { yes: t('yes'), no: t('no') };
  const show = (value: unknown, name: string) => showValue(value, { name, format, zone, words, names });
  return (
    <table className={styles.changes} aria-label={t('changes')}>
      <thead>
        <tr>
          <th scope="col">{t('field.title')}</th>
          {before ? <th scope="col">{t('before')}</th> : null}
          {after ? <th scope="col">{t(before ? 'after' : 'value')}</th> : null}
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.field}>
            <th scope="row">
              <FieldName change={change} />
            </th>
            {before ? <td>{show(change.before, change.field)}</td> : null}
            {after ? <td>{show(change.after, change.field)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function FieldName({ change: { field } }: { change: Change }) {
  const { t } = useTranslation('audit');
  const known = FIELDS.find((name) => name === field);
  return known ? t(`field.${known}`) : field.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase();
}
