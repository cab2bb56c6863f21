import { CopyButton } from './copy-button.tsx';
import styles from './copy.module.css';

interface CopiedProps {
  text: string;
  /** Large, for a secret that is read out or typed once. */
  large?: boolean;
}

/** A code, link or secret with the button that copies it. */
export function Copied({ text, large = false }: CopiedProps) {
  return (
    <span className={styles.copied}>
      <code className={large ? styles.large : undefined}>{text}</code>
      <CopyButton text={text} inline />
    </span>
  );
}
