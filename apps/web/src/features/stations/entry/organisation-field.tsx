import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useAccount } from '../../../lib/session/session-context.tsx';
import { FormRow } from '../../../ui/form/form-row.tsx';
import styles from './entry.module.css';
import { organisationOptions } from '../../../parts/organisations/organisation-options.ts';

interface OrganisationFieldProps {
  /** Id as text; empty: none is chosen. */
  value: string;
  error: string | undefined;
  onChange: (organisationId: string) => void;
  onBlur?: () => void;
}

/** Which of the organisations one manages the station belongs to. */
export function OrganisationField({ value, error, onChange, onBlur }: OrganisationFieldProps) {
  const { t } = useTranslation('stations');
  const own = useAccount().organisation;
  const tree = useCall('organisationTree', { query: {} });
  const options = useMemo(() => {
    const known = own ? [{ value: String(own.id), label: own.name }] : [];
    return tree.data ? organisationOptions(tree.data) : known;
  }, [tree.data, own]);
  return (
    <FormRow label={t('column.organisation')} error={error}>
      {(control) => (
        <Select
          {...control}
          size="large"
          className={styles.select}
          showSearch={{ optionFilterProp: 'label' }}
          loading={tree.isFetching}
          placeholder={t('entry.choose')}
          value={value || null}
          options={options}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    </FormRow>
  );
}
