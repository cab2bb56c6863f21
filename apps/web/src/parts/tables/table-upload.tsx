import { Spin } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DropZone } from '../../ui/form/drop-zone.tsx';

interface TableUploadProps {
  busy: boolean;
  onFile: (body: FormData, file: File) => void;
}

/** Takes a table as a file, dropped or chosen, and says that it is on its way. */
export function TableUpload({ busy, onFile }: TableUploadProps) {
  const { t } = useTranslation(['stations', 'imports']);
  const [name, setName] = useState('');
  if (busy)
    return (
      <div role="status">
        <Spin size="small" /> {t('imports:file.uploading', { name })}
      </div>
    );
  return (
    <DropZone
      title={t('batch.choose')}
      hint={t('batch.chooseHint')}
      accept=".xlsx,.csv,.txt,.tsv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      onFile={(file) => {
        setName(file.name);
        const body = new FormData();
        body.append('file', file);
        onFile(body, file);
      }}
    />
  );
}
