import { LIMITS } from '@sunfleet/contract';
import { Alert, Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/call/failure-text.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { DropZone } from '../../../ui/form/drop-zone.tsx';
import { draftOf } from './import-draft.ts';
import type { ImportForm } from './use-import-form.ts';
import styles from './wizard.module.css';

const MB = 1024 * 1024;

/** Takes the file; the server reads it through and answers what it seems to hold. */
export function FileStep({ form }: { form: ImportForm }) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation('common');
  const format = useFormat();
  const [file, setFile] = useState<File>();
  const upload = useAction('previewImport', {
    quiet: true,
    onDone: (preview) => form.setDraft(draftOf(preview, form.draft)),
  });
  const tooLarge = (file?.size ?? 0) > LIMITS.importBytes;
  const take = (next: File) => {
    setFile(next);
    if (next.size > LIMITS.importBytes) return;
    const body = new FormData();
    body.append('file', next);
    upload.mutate({ body });
  };
  const limit = t('file.limit', { size: format.number(LIMITS.importBytes / MB, 0) });
  const trouble = tooLarge ? limit : upload.error ? failureText(upload.error, common) : undefined;
  return (
    <>
      {trouble ? <Alert type="error" showIcon title={file?.name} description={trouble} role="alert" /> : null}
      {upload.isPending ? (
        <div className={styles.drop} role="status">
          <Spin /> {t('file.uploading', { name: file?.name })}
        </div>
      ) : (
        <DropZone title={t('file.drop')} hint={limit} accept=".csv,.txt,.tsv,.gz,text/csv" onFile={take} />
      )}
    </>
  );
}
