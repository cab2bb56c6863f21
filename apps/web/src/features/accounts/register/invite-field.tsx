import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/call/failure-text.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { Field } from '../../../ui/form/field.tsx';
import styles from '../entry/entry.module.css';
import { InviteText } from './invite-text.tsx';

interface InviteFieldProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** An invitation's code; below it who invites and to what. */
export function InviteField({ value, onChange, error }: InviteFieldProps) {
  const { t } = useTranslation('accounts');
  const texts = useTranslation('common');
  const code = useDelayed(value.trim(), 400);
  const invite = useCall('previewInvite', { params: { code } }, { enabled: code !== '' });
  const refused = code && invite.error ? failureText(invite.error, texts.t) : undefined;
  return (
    <div className={styles.code}>
      <Field
        label={t('invite.code')}
        autoCapitalize="none"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error ?? refused}
      />
      {code && invite.data ? <InviteText invite={invite.data} /> : null}
    </div>
  );
}
