import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { Button } from '../../../ui/form/button.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { showNotice } from '../../../ui/notice/notice-store.ts';

/** Where a V5 logger may connect from, an address or a network on each line. */
export function AllowedNetworks({ id, allowed }: { id: number; allowed: readonly string[] }) {
  const { t } = useTranslation('devices');
  const kept = allowed.join('\n');
  const [text, setText] = useState<string>();
  const save = useAction('setDeviceNetworks', {
    quiet: true,
    invalidates: ['getDeviceConnection'],
    onDone: () => {
      setText(undefined);
      showNotice('success', t('link.saved'));
    },
  });
  const networks = (text ?? kept)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return (
    <>
      <TextArea
        label={t('link.allowed')}
        value={text ?? kept}
        placeholder={t('link.allowedHint')}
        error={save.error ? t('link.wrong') : undefined}
        onChange={(event) => {
          setText(event.target.value);
          save.reset();
        }}
      />
      {text === undefined || text === kept ? null : (
        <Button busy={save.isPending} onClick={() => save.mutate({ params: { id }, body: { networks } })}>
          {t('link.save')}
        </Button>
      )}
    </>
  );
}
