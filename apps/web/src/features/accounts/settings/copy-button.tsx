import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../lib/copy-text.ts';
import { Button } from '../../../ui/form/button.tsx';

/** Puts a text on the clipboard and says so. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation('security');
  const [state, setState] = useState<'copy' | 'copied' | 'copyFailed'>('copy');
  const copy = () => void copyText(text).then((done) => setState(done ? 'copied' : 'copyFailed'));
  return (
    <Button onClick={copy} aria-live="polite">
      {t(state)}
    </Button>
  );
}
