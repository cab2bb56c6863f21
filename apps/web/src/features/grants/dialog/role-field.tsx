import { GRANT_ROLES, type GrantRole } from '@sunfleet/contract';
import { Radio, Switch } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FormGroup } from '../../../ui/form/form-row.tsx';
import styles from '../grants.module.css';
import type { GrantDraft } from './grant-draft.ts';

interface RoleFieldProps {
  draft: Pick<GrantDraft, 'role' | 'commands'>;
  onChange: (part: Partial<Pick<GrantDraft, 'role' | 'commands'>>) => void;
}

/** Looks or works, and whether what moves things on site is given as well; each with what it means. */
export function RoleField({ draft: { role, commands }, onChange }: RoleFieldProps) {
  const { t } = useTranslation('grants');
  const id = useId();
  return (
    <FormGroup label={t('column.role')}>
      <Radio.Group
        vertical
        value={role}
        options={GRANT_ROLES.map((value) => ({
          value,
          label: (
            <>
              {t(`role.${value}`)}
              <span className={styles.note}>{t(`roleHint.${value}`)}</span>
            </>
          ),
        }))}
        onChange={(event) => onChange({ role: event.target.value as GrantRole })}
      />
      {role === 'operator' ? (
        <div className={styles.switch}>
          <Switch
            id={id}
            aria-describedby={`${id}-hint`}
            checked={commands}
            onChange={(on) => onChange({ commands: on })}
          />
          <div>
            <label htmlFor={id}>{t('commands.label')}</label>
            <span id={`${id}-hint`} className={styles.note}>
              {t('commands.hint')}
            </span>
          </div>
        </div>
      ) : null}
    </FormGroup>
  );
}
