import { CheckOutlined, CloseOutlined, CopyOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/copy-text.ts';
import { Button } from '../form/button.tsx';
import styles from './copy.module.css';

const ICONS = { do: CopyOutlined, done: CheckOutlined, failed: CloseOutlined };

interface CopyButtonProps {
  text: string;
  /** Inside a line of text: an icon whose words are for screen readers and the pointer. */
  inline?: boolean;
}

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text, inline = false }: CopyButtonProps) {
  const { t } = useTranslation('common');
  const [state, setState] = useState<keyof typeof ICONS>('do');
  const copy = () => void copyText(text).then((done) => setState(done ? 'done' : 'failed'));
  const word = t(`copy.${state}`);
  if (!inline)
    return (
      <Button onClick={copy} aria-live="polite">
        {word}
      </Button>
    );
  const Icon = ICONS[state];
  return (
    <>
      <button
        type="button"
        className={styles.inline}
        onClick={copy}
        aria-label={`${t('copy.do')}: ${text}`}
        title={word}
      >
        <Icon aria-hidden />
      </button>
      <span role="status" className="visually-hidden">
        {state === 'do' ? '' : word}
      </span>
    </>
  );
}
