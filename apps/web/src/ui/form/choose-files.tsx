import styles from './choose-files.module.css';

interface ChooseFilesProps {
  label: string;
  accept: string;
  multiple?: boolean;
  disabled?: boolean;
  onFiles: (files: File[]) => void;
}

/** A button that asks for files. */
export function ChooseFiles({
  label,
  accept,
  multiple = false,
  disabled = false,
  onFiles,
}: ChooseFilesProps) {
  return (
    <label className={styles.choose} data-disabled={disabled || undefined}>
      {label}
      <input
        type="file"
        className="visually-hidden"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // The same file, mended, is chosen again.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}
