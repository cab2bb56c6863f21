import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../../lib/call/failure-text.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { FormRow } from '../../../ui/form/form-row.tsx';
import styles from '../grants.module.css';

interface PersonFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

/** A person by e-mail, phone, user name or code; a look-up shows whom it means before anything is given. */
export function PersonField({ label, value, onChange, error }: PersonFieldProps) {
  const { t } = useTranslation('grants');
  const [asked, setAsked] = useState('');
  const condition = value.trim();
  const found = useCall('findUser', { query: { condition: asked } }, { enabled: asked !== '' });
  return (
    <FormRow label={label} hint={t('to.accountHint')} error={error}>
      {(control) => (
        <>
          <div className={styles.find}>
            <Input
              {...control}
              autoComplete="off"
              maxLength={254}
              value={value}
              onChange={(event) => {
                onChange(event.target.value);
                setAsked('');
              }}
            />
            <Button
              disabled={condition === ''}
              loading={found.isFetching}
              onClick={() => (asked === condition ? void found.refetch() : setAsked(condition))}
            >
              {t('to.find')}
            </Button>
          </div>
          <div aria-live="polite">{asked ? <Found found={found} /> : null}</div>
        </>
      )}
    </FormRow>
  );
}

function Found({ found: { data, error } }: { found: ReturnType<typeof useCall<'findUser'>> }) {
  const { t } = useTranslation('common');
  if (error) return <p className={styles.found}>{failureText(error, t)}</p>;
  if (!data) return null;
  return (
    <p className={styles.found}>
      <strong>{data.name}</strong>
      <span className={styles.note}>{[data.contact, data.userCode].filter(Boolean).join(' · ')}</span>
    </p>
  );
}
