import { CallError } from '@sunfleet/api-client';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/call/failure-text.ts';
import { useCallFunction } from '../../../lib/call/call-context.tsx';
import { browserHasPasskeys, signWithPasskey } from '../passkeys.ts';
import { useSessionStore } from '../../../lib/session/session-context.tsx';
import { Button } from '../../../ui/form/button.tsx';
import styles from '../entry/entry.module.css';

/** Signs in with a passkey of the device, where the browser can. */
export function PasskeyEntry({ remember }: { remember: boolean }) {
  const { t } = useTranslation('accounts');
  const texts = useTranslation('common');
  const call = useCallFunction();
  const store = useSessionStore();
  const enter = useMutation({
    mutationFn: async () => {
      const { ceremonyId, options } = await call('startPasskeyLogin', {}, { quiet: true });
      const response = await signWithPasskey(options);
      return call('passkeyLogin', { body: { ceremonyId, response, remember } }, { quiet: true });
    },
    onSuccess: (session) => store.set(session, remember),
  });
  if (!browserHasPasskeys()) return null;
  const { error } = enter;
  return (
    <>
      <Button wide busy={enter.isPending} onClick={() => enter.mutate()}>
        {t('login.passkey')}
      </Button>
      {error ? (
        <p className={styles.failure} role="alert">
          {error instanceof CallError ? failureText(error, texts.t) : t('login.passkeyStopped')}
        </p>
      ) : null}
    </>
  );
}
