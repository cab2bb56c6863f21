import { markParts } from './mark-parts.ts';
import styles from './mark.module.css';

interface MarkedProps {
  text: string;
  /** Texts that are marked wherever they stand in it. */
  of: readonly string[];
}

/** A text with the places marked that were searched for. */
export function Marked({ text, of }: MarkedProps) {
  return markParts(text, of).map((part, at) =>
    // The parts have no name but their place.
    // oxlint-disable-next-line react/no-array-index-key
    part.marked ? (
      <mark key={at} className={styles.mark}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}
