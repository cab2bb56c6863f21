import type { CheckedTexts, Language, TextRow } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useTextsAnew } from '../../lib/i18n/use-texts-anew.ts';
import { Button } from '../../ui/form/button.tsx';
import { DropZone } from '../../ui/form/drop-zone.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { Card } from '../../ui/page/card.tsx';
import plain from '../../ui/table/plain-table.module.css';
import styles from '../../ui/form/table-import.module.css';
import { readTexts, type ReadText } from './read-texts.ts';

/** Rows that are shown of many. */
const SHOWN = 200;

interface ImportTextsProps {
  language: Language;
  shown: readonly TextRow[];
}

/** Takes texts over from a file: what would become other, and what is wrong in which row, before anything does. */
export function ImportTexts({ language, shown }: ImportTextsProps) {
  const { t } = useTranslation('texts');
  const format = useFormat();
  const showAnew = useTextsAnew(language);
  const [rows, setRows] = useState<readonly ReadText[] | null>();
  const [faults, setFaults] = useState<CheckedTexts['faults']>([]);
  const present = new Map(shown.map((row) => [row.key, row.text]));
  const check = useAction('checkTexts', { quiet: true, onDone: (found) => setFaults(found.faults) });
  const save = useAction('saveTexts', {
    quiet: true,
    invalidates: ['listTexts'],
    onDone: ({ changed }) => {
      void showAnew();
      setRows(undefined);
      showNotice('success', t('applied', { n: format.number(changed, 0) }));
    },
  });
  const judge = (others: readonly ReadText[]) => {
    setRows(others);
    setFaults([]);
    if (others.length > 0) check.mutate({ params: { language }, body: { rows: [...others] } });
  };
  const read = async (file: File) => {
    check.reset();
    save.reset();
    const found = readTexts(await file.text());
    // What is shown already is left out: a table of all texts names a few that change.
    if (found) judge(found.filter(({ key, text }) => present.get(key)?.trim() !== text.trim()));
    else setRows(null);
  };
  const isWrong = new Set(faults.map(({ row }) => row));
  const right = (rows ?? []).filter((_, row) => !isWrong.has(row));
  return (
    <Card title={t('import')}>
      <div className={styles.stack}>
        <DropZone
          title={t('drop')}
          hint={t('columns')}
          accept=".csv,.txt,.json"
          onFile={(file) => void read(file)}
        />
        {rows === null ? <p role="alert">{t('unread')}</p> : null}
        {rows?.length === 0 ? <p role="status">{t('same')}</p> : null}
        <FormFailure error={check.error ?? save.error} />
        {rows && rows.length > 0 && check.isSuccess ? (
          <>
            <p role="status">{t('check', { n: format.number(right.length, 0) })}</p>
            {faults.length > 0 ? (
              <p role="alert">{t('faulty', { n: format.number(faults.length, 0) })}</p>
            ) : null}
            <div className={styles.buttons}>
              <Button
                kind="primary"
                disabled={faults.length > 0}
                busy={save.isPending}
                onClick={() => save.mutate({ params: { language }, body: { rows: [...rows] } })}
              >
                {t('apply')}
              </Button>
              {faults.length > 0 ? <Button onClick={() => judge(right)}>{t('leaveOut')}</Button> : null}
            </div>
            <Preview rows={rows} faults={faults} present={present} />
          </>
        ) : null}
      </div>
    </Card>
  );
}

interface PreviewProps {
  rows: readonly ReadText[];
  faults: CheckedTexts['faults'];
  present: ReadonlyMap<string, string>;
}

/** What is wrong comes first. */
function Preview({ rows, faults, present }: PreviewProps) {
  const { t } = useTranslation('texts');
  const format = useFormat();
  const faultOf = new Map(faults.map(({ row, fault }) => [row, fault]));
  const order = Array.from(rows, (row, at) => ({ ...row, fault: faultOf.get(at) })).toSorted(
    (a, b) => Number(b.fault !== undefined) - Number(a.fault !== undefined),
  );
  return (
    <>
      {order.length > SHOWN ? (
        <p className={styles.muted}>
          {t('more', { shown: format.number(SHOWN, 0), all: format.number(order.length, 0) })}
        </p>
      ) : null}
      <div className={`${plain.wide} ${styles.rows}`}>
        <table className={`${plain.table} ${plain.words}`}>
          <caption className="visually-hidden">{t('import')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('column.key')}</th>
              <th scope="col">{t('column.before')}</th>
              <th scope="col">{t('column.after')}</th>
              <th scope="col">{t('column.fault')}</th>
            </tr>
          </thead>
          <tbody>
            {order.slice(0, SHOWN).map(({ key, text, fault }, at) => (
              // Files name keys twice.
              // oxlint-disable-next-line react/no-array-index-key -- rows are those of one file
              <tr key={at}>
                <th scope="row">{key}</th>
                <td>{present.get(key) ?? ''}</td>
                <td>{text}</td>
                <td>{fault ? t(`fault.${fault}`) : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
