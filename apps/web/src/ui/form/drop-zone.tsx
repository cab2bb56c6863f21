import { InboxOutlined } from '@ant-design/icons';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  title: string;
  /** What may be put here. */
  hint: string;
  /** As an `input` of files takes it. */
  accept: string;
  onFile: (file: File) => void;
}

/** Takes a file, dropped or chosen. */
export function DropZone({ title, hint, accept, onFile }: DropZoneProps) {
  return (
    <label
      className={styles.drop}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const [file] = event.dataTransfer.files;
        if (file) onFile(file);
      }}
    >
      <InboxOutlined className={styles.icon} />
      <span>{title}</span>
      <span className={styles.hint}>{hint}</span>
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file, mended, is chosen again.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
