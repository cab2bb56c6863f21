import type { Product, ProductFile } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useCallFunction } from '../../lib/call/call-context.tsx';
import { useCall } from '../../lib/call/use-call.ts';
import { AddFiles, FileProblems, useRemoveFile } from '../../parts/files/file-list.tsx';
import { FileRow } from '../../parts/files/file-row.tsx';
import { useFileWork } from '../../parts/files/use-file-work.ts';
import { Card } from '../../ui/page/card.tsx';
import styles from './products.module.css';

interface ProductFilesProps {
  product: Product;
  mayEdit: boolean;
}

/** Pictures and documents of a product: photos, data sheet, manuals. */
export function ProductFiles({ product: { id }, mayEdit }: ProductFilesProps) {
  const { t } = useTranslation('products');
  const call = useCallFunction();
  const files = useCall('listProductFiles', { params: { id } });
  const work = useFileWork({
    send: ({ kind, content, name }) => {
      const body = new FormData();
      body.append('file', content, name);
      return call('addProductFile', { params: { id, kind }, body }, { quiet: true });
    },
    remove: (fileId) => call('removeProductFile', { params: { id, fileId } }, { quiet: true }),
    lists: ['listProductFiles'],
  });
  const removal = useRemoveFile(work);
  const rows = files.data ?? [];
  return (
    <Card title={t('files')}>
      <div className={styles.stack}>
        <FileProblems problems={work.problems} />
        {files.data && rows.length === 0 ? <p className={styles.muted}>{t('noFiles')}</p> : null}
        {rows.length > 0 ? (
          <ul className={styles.list}>
            {rows.map((file) => (
              <Row
                key={file.id}
                productId={id}
                file={file}
                onRemove={mayEdit ? () => removal.ask(file) : undefined}
              />
            ))}
          </ul>
        ) : null}
        {mayEdit ? <AddFiles work={work} hint={t('filesHint')} /> : null}
      </div>
      {removal.dialog}
    </Card>
  );
}

interface RowProps {
  productId: number;
  file: ProductFile;
  onRemove: (() => void) | undefined;
}

function Row({ productId, file, onRemove }: RowProps) {
  const call = useCallFunction();
  const params = { id: productId, fileId: file.id };
  const picture = useCall('getProductFile', { params }, { enabled: file.kind === 'picture' });
  return (
    <FileRow
      file={file}
      picture={picture.data}
      load={() => call('getProductFile', { params })}
      onRemove={onRemove}
    />
  );
}
