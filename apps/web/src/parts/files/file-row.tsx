import type { StationFile } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { download } from '../../ui/chart/download.ts';
import { Button } from '../../ui/form/button.tsx';
import { useObjectUrl } from './use-object-url.ts';
import styles from './files.module.css';

interface FileRowProps {
  file: Pick<StationFile, 'kind' | 'name' | 'bytes'>;
  /** Its content, of a picture that is there. */
  picture: Blob | undefined;
  load: () => Promise<Blob>;
  onRemove?: (() => void) | undefined;
}

/** A picture or document with the ways to save and to remove it. */
export function FileRow({ file, picture, load, onRemove }: FileRowProps) {
  const { t } = useTranslation('stations');
  const format = useFormat();
  const isPicture = file.kind === 'picture';
  const url = useObjectUrl(isPicture ? picture : undefined);
  const save = () =>
    load().then(
      (content) => download(file.name, content),
      // It was said at the page's edge.
      () => undefined,
    );
  return (
    <li className={styles.file}>
      {url ? <img className={styles.small} src={url} alt="" /> : null}
      <span className={styles.name}>
        {file.name}
        <span className={styles.hint}>{`${format.number(Math.ceil(file.bytes / 1024), 0)} KB`}</span>
      </span>
      <Button aria-label={t('files.save', { name: file.name })} onClick={() => void save()}>
        ↓
      </Button>
      {onRemove ? (
        <Button aria-label={t('files.removeOf', { name: file.name })} onClick={onRemove}>
          ✕
        </Button>
      ) : null}
    </li>
  );
}
