import { ADDRESSES, snRule } from '@sunfleet/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EntryFrame } from '../../features/accounts/entry/entry-frame.tsx';
import styles from '../../features/accounts/entry/entry.module.css';
import { fieldErrors } from '../../lib/call/field-errors.ts';
import { useAction } from '../../lib/call/use-action.ts';
import { UNKNOWN } from '../../lib/format/number.ts';
import { useRuleText } from '../../lib/i18n/use-rule-text.ts';
import { SerialField } from '../../parts/devices/serial-field.tsx';
import { WarrantyEnd } from '../../parts/devices/warranty-end.tsx';
import { Button } from '../../ui/form/button.tsx';
import { FormFailure } from '../../ui/form/form-failure.tsx';

/** What anybody may know of a serial number: for who holds a device in the hand, with or without an account. */
export function LookUpPage() {
  const { t } = useTranslation(['devices', 'accounts']);
  const ruleText = useRuleText();
  const [sn, setSn] = useState('');
  const [tried, setTried] = useState(false);
  const look = useAction('lookUpSerial', { quiet: true });
  const broken = tried ? snRule(sn.trim()) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!snRule(sn.trim())) look.mutate({ body: { sn } });
  };
  const found = look.data;
  return (
    <EntryFrame title={t('lookUp.title')}>
      <p className={styles.muted}>{t('lookUp.hint')}</p>
      <form className={styles.form} onSubmit={submit} noValidate>
        <SerialField
          label={t('column.sn')}
          hint={t('add.snHint')}
          value={sn}
          error={broken ? ruleText(broken) : fieldErrors(look.error)['sn']}
          onChange={(text) => {
            setSn(text);
            look.reset();
          }}
        />
        <FormFailure error={look.error} shown={['sn']} />
        <Button type="submit" kind="primary" wide busy={look.isPending}>
          {t('lookUp.action')}
        </Button>
      </form>
      {found ? (
        <div role="status" aria-label={found.sn}>
          <dl>
            <dt>{t('column.sn')}</dt>
            <dd>{found.sn}</dd>
            <dt>{t('column.model')}</dt>
            <dd>{found.model ?? UNKNOWN}</dd>
            <dt>{t('column.warrantyEnd')}</dt>
            <dd>{found.warrantyEnd ? <WarrantyEnd day={found.warrantyEnd} /> : UNKNOWN}</dd>
            <dt>{t('lookUp.state')}</dt>
            <dd>{t(found.online ? 'lookUp.online' : 'lookUp.offline')}</dd>
          </dl>
        </div>
      ) : null}
      <p className={styles.links}>
        <Link to={ADDRESSES.searchSerials}>{t('lookUp.several')}</Link>
        <Link to={ADDRESSES.login}>{t('accounts:login.title')}</Link>
      </p>
    </EntryFrame>
  );
}
