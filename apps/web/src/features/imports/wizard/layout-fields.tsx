import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/page/card.tsx';
import type { ImportDraft } from './import-draft.ts';
import { Labelled } from './labelled.tsx';
import { resplit } from './resplit.ts';
import type { ImportForm } from './use-import-form.ts';
import styles from './wizard.module.css';

const DELIMITERS = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
] as const;
const ENCODINGS = [
  ['utf-8', 'UTF-8'],
  ['latin1', 'ISO 8859-1'],
  ['utf-16le', 'UTF-16'],
  ['gbk', 'GBK'],
] as const;

/** How the file is written: signs between cells and in numbers, letters, and what stands for no value. */
export function LayoutFields({ form }: { form: ImportForm }) {
  const { t } = useTranslation('imports');
  const { draft, change } = form;
  const cut = (to: ImportDraft['delimiter']) =>
    change({
      delimiter: to,
      preview: draft.preview && resplit(draft.preview, { from: draft.delimiter, to }),
    });
  return (
    <Card title={t('section.layout')}>
      <div className={styles.fields}>
        <Labelled form={form} label={t('field.delimiter')}>
          {(control) => (
            <Select
              {...control}
              value={draft.delimiter}
              options={DELIMITERS.map(([value, name]) => ({ value, label: t(`delimiter.${name}`) }))}
              onChange={cut}
            />
          )}
        </Labelled>
        <Labelled form={form} label={t('field.decimal')}>
          {(control) => (
            <Select
              {...control}
              value={draft.decimal}
              options={[
                { value: '.', label: t('decimal.point') },
                { value: ',', label: t('decimal.comma') },
              ]}
              onChange={(decimal: ImportDraft['decimal']) => change({ decimal })}
            />
          )}
        </Labelled>
        <Labelled form={form} label={t('field.encoding')}>
          {(control) => (
            <Select
              {...control}
              value={draft.encoding}
              options={ENCODINGS.map(([value, label]) => ({ value, label }))}
              onChange={(encoding) => change({ encoding })}
            />
          )}
        </Labelled>
        <Labelled form={form} label={t('field.nullTexts')} hint={t('field.nullTextsHint')}>
          {(control) => (
            <Select
              {...control}
              mode="tags"
              open={false}
              suffix={null}
              value={[...draft.nullTexts]}
              onChange={(nullTexts: string[]) => change({ nullTexts })}
            />
          )}
        </Labelled>
      </div>
    </Card>
  );
}
