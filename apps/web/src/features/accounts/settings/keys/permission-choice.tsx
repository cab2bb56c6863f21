import { OFFERED_DOMAINS, type OfferedDomain, type OfferedPermission, offeredOf } from '@sunfleet/contract';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/form/button.tsx';
import { Check } from '../../../../ui/form/field.tsx';
import tabStyles from '../../../../parts/accounts/tab.module.css';
import styles from '../settings.module.css';

/** Whether a permission changes nothing. */
export const isReading = (permission: OfferedPermission): boolean => /\.(view|read|export)$/.test(permission);

interface PermissionChoiceProps {
  /** The permissions that can be chosen. */
  own: readonly OfferedPermission[];
  value: readonly OfferedPermission[];
  onChange: (value: readonly OfferedPermission[]) => void;
}

/** Some of one's own permissions, by domain. */
export function PermissionChoice({ own, value, onChange }: PermissionChoiceProps) {
  const { t } = useTranslation('settings');
  const toggle = (permission: OfferedPermission, on: boolean) =>
    onChange(on ? [...value, permission] : value.filter((other) => other !== permission));
  return (
    <div className={tabStyles.tab}>
      <div className={tabStyles.row}>
        <strong>{t('keys.permissions')}</strong>
        <Button onClick={() => onChange(own.filter(isReading))}>{t('keys.readOnly')}</Button>
        <Button onClick={() => onChange(own)}>{t('keys.everything')}</Button>
      </div>
      <div className={styles.permissions} role="group" aria-label={t('keys.permissions')}>
        {OFFERED_DOMAINS.map((domain) => (
          <Domain key={domain} domain={domain} own={own} value={value} onToggle={toggle} />
        ))}
      </div>
    </div>
  );
}

interface DomainProps {
  domain: OfferedDomain;
  own: readonly OfferedPermission[];
  value: readonly OfferedPermission[];
  onToggle: (permission: OfferedPermission, on: boolean) => void;
}

function Domain({ domain, own, value, onToggle }: DomainProps) {
  const { t } = useTranslation('access');
  const permissions = offeredOf(domain).filter((name) => own.includes(name));
  if (permissions.length === 0) return null;
  return (
    <fieldset>
      <legend>{t(`domain.${domain}`)}</legend>
      {permissions.map((name) => (
        <Check
          key={name}
          label={t(`function.${name}.name`)}
          checked={value.includes(name)}
          onChange={(on) => onToggle(name, on)}
        />
      ))}
    </fieldset>
  );
}
