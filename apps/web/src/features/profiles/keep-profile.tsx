import { ownProfileAddress, type OwnProfile } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useAction } from '../../lib/call/use-action.ts';
import { useAccount, useMayCall } from '../../lib/session/session-context.tsx';
import { Button } from '../../ui/form/button.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import styles from './profiles.module.css';

interface KeepProfileProps {
  text: string;
  /** Nothing is wrong with the text. */
  right: boolean;
  /** The profile that is changed; undefined: a new one. */
  own: Pick<OwnProfile, 'id' | 'revision'> | undefined;
  /** The shipped family that it began as. */
  family: string | null;
}

/** Keeps a profile for the organisation, whose devices can be read by it then. */
export function KeepProfile({ text, right, own, family }: KeepProfileProps) {
  const { t } = useTranslation('profiles');
  const navigate = useNavigate();
  const { organisation } = useAccount();
  const may = useMayCall('createOwnProfile');
  const options = {
    quiet: true,
    invalidates: ['listOwnProfiles', 'getOwnProfile', 'listDeviceProfiles'] as const,
    onDone: ({ id }: OwnProfile) => {
      showNotice('success', t('own.kept'));
      void navigate(ownProfileAddress(id), { replace: true });
    },
  };
  const create = useAction('createOwnProfile', options);
  const update = useAction('updateOwnProfile', options);
  if (!may || (!own && organisation === null)) return null;
  const keep = () => {
    const data = JSON.parse(text) as Record<string, unknown>;
    if (own) update.mutate({ params: { id: own.id }, body: { data, revision: own.revision } });
    else create.mutate({ body: { data, family } });
  };
  return (
    <div className={styles.stack}>
      <FormFailure error={create.error ?? update.error} />
      <div className={styles.buttons}>
        <Button kind="primary" disabled={!right} busy={create.isPending || update.isPending} onClick={keep}>
          {t(own ? 'own.save' : 'own.keep')}
        </Button>
        <span className={styles.muted}>{t('own.hint')}</span>
      </div>
    </div>
  );
}
