import { GRANT_ROLES, type GrantRole } from '@sunfleet/contract';
import { Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormGroup } from '../../ui/form/form-row.tsx';
import styles from './grant-dialog.module.css';
import type { GrantDraft } from './grant-draft.ts';

interface RoleFieldProps {
  draft: Pick<GrantDraft, 'role'>;
  onChange: (part: Pick<GrantDraft, 'role'>) => void;
}

/** The choice between looking and working, each with its meaning. */
export function RoleField({ draft: { role }, onChange }: RoleFieldProps) {
  const { t } = useTranslation('grants');
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
    </FormGroup>
  );
}
