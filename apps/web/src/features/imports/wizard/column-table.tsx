import { Pagination } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { Card } from '../../../ui/page/card.tsx';
import { ColumnRow } from './column-row.tsx';
import { chosenColumns, type ColumnDraft, NO_COLUMN, valueColumns } from './import-draft.ts';
import { usePointOptions } from './point-options.ts';
import { useImportPoints } from './use-import-points.ts';
import type { ImportForm } from './use-import-form.ts';
import styles from './wizard.module.css';

const SHOWN = 25;
const TROUBLES = ['columns', 'duplicate', 'columnSn'] as const;

/** What each column of the file becomes. */
export function ColumnTable({ form }: { form: ImportForm }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const [page, setPage] = useState(1);
  const { draft, change } = form;
  const { points, mayDescribe } = useImportPoints(draft.station?.id);
  const options = usePointOptions(points);
  const names = valueColumns(draft);
  const counts = {
    chosen: format.number(chosenColumns(draft).length, 0),
    total: format.number(names.length, 0),
  };
  const setColumn = (name: string, column: ColumnDraft) =>
    change({ columns: { ...draft.columns, [name]: column } });
  return (
    <Card title={t('section.columns')} extra={t('columns.mapped', counts)}>
      <Troubles form={form} />
      <ul className={styles.columns}>
        {names.slice((page - 1) * SHOWN, page * SHOWN).map((name) => (
          <ColumnRow
            key={name}
            name={name}
            sample={sampleOf(form, name)}
            column={draft.columns[name] ?? NO_COLUMN}
            options={options}
            points={points}
            mayDescribe={mayDescribe}
            ownDevice={draft.deviceMode === 'each'}
            onChange={(column) => setColumn(name, column)}
          />
        ))}
      </ul>
      {names.length > SHOWN ? (
        <Pagination
          simple
          current={page}
          pageSize={SHOWN}
          total={names.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      ) : null}
    </Card>
  );
}

function Troubles({ form }: { form: ImportForm }) {
  const errors = TROUBLES.map((field) => form.errorOf(field)).filter(Boolean);
  return errors.length > 0 ? (
    <ul className={styles.error} role="alert">
      {errors.map((error) => (
        <li key={error}>{error}</li>
      ))}
    </ul>
  ) : null;
}

/** The first values of a column that are not empty. */
function sampleOf({ draft: { preview } }: ImportForm, name: string): string {
  const index = preview?.header.indexOf(name) ?? -1;
  const values = preview?.sample.map((row) => row[index]?.trim()).filter(Boolean) ?? [];
  return values.slice(0, 3).join(' · ');
}
