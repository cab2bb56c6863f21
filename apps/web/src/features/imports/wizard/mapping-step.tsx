import { importAddress } from '@sunfleet/contract';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { ColumnTable } from './column-table.tsx';
import { DeviceFields } from './device-fields.tsx';
import { EMPTY_DRAFT, type Preview, startInput } from './import-draft.ts';
import { LayoutFields } from './layout-fields.tsx';
import { OldValues } from './old-values.tsx';
import { SampleTable } from './sample-table.tsx';
import { TargetFields } from './target-fields.tsx';
import { TimeFields } from './time-fields.tsx';
import type { ImportForm } from './use-import-form.ts';
import styles from './wizard.module.css';

/** The meaning of the file: a guess is shown, and people correct it where it is wrong. */
export function MappingStep({ form, preview }: { form: ImportForm; preview: Preview }) {
  return (
    <>
      <FileHead form={form} preview={preview} />
      <SampleTable preview={preview} />
      <div className={styles.sections}>
        <TargetFields form={form} />
        <DeviceFields form={form} />
        <TimeFields form={form} />
        <LayoutFields form={form} />
      </div>
      <ColumnTable form={form} />
      <OldValues form={form} preview={preview} />
      <Start form={form} />
    </>
  );
}

function FileHead({ form, preview }: { form: ImportForm; preview: Preview }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const { fileName, rows, header } = preview;
  return (
    <div className={styles.fileHead}>
      <span>
        <strong>{fileName}</strong>
        {' · '}
        {t('file.size', { rows: format.number(rows, 0), columns: format.number(header.length, 0) })}
      </span>
      <Button onClick={() => form.setDraft({ ...EMPTY_DRAFT, station: form.draft.station })}>
        {t('file.another')}
      </Button>
    </div>
  );
}

function Start({ form }: { form: ImportForm }) {
  const { t } = useTranslation('imports');
  const navigate = useNavigate();
  const start = useAction('startImport', {
    invalidates: ['listImports'],
    quiet: true,
    onDone: ({ id }) => {
      form.change({ runId: id });
      void navigate(importAddress(id));
    },
  });
  const { error } = start;
  return (
    <>
      <FormFailure error={error} hint={error?.fields.map(({ message }) => message).join(' ')} />
      <div>
        <Button
          type="primary"
          loading={start.isPending}
          onClick={() => form.check() && start.mutate({ body: startInput(form.draft) })}
        >
          {t('start')}
        </Button>
      </div>
    </>
  );
}
