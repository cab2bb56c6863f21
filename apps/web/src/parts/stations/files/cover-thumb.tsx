import styles from '../../files/files.module.css';

/** The small photo of a station beside its name, which says the same, so that it is hidden from screen readers. */
export function CoverThumb({ picture }: { picture: string | undefined }) {
  return picture ? <img className={styles.thumb} src={`data:image/webp;base64,${picture}`} alt="" /> : null;
}
