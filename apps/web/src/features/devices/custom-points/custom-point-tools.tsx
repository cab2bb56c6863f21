import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../../lib/call/use-call.ts';
import { useMay } from '../../../lib/session/session-context.tsx';
import { organisationOptions } from '../../../parts/organisations/organisation-options.ts';
import { FilterRow, SearchFilter } from '../../../ui/filter/filters.tsx';
import styles from './custom-points.module.css';

interface CustomPointToolsProps {
  q: string;
  organisationId: number | undefined;
  onSearch: (text: string) => void;
  onOrganisation: (id: number) => void;
}

/** Search, and the choice of the organisation for those who manage several. */
export function CustomPointTools({ q, organisationId, onSearch, onOrganisation }: CustomPointToolsProps) {
  const { t } = useTranslation('points');
  const tree = useCall('organisationTree', { query: {} }, { enabled: useMay('organisations.view') });
  const options = organisationOptions(tree.data ?? []);
  return (
    <FilterRow>
      <SearchFilter label={t('custom.search')} value={q} onChange={onSearch} />
      {options.length > 1 || (organisationId === undefined && options.length > 0) ? (
        <Select
          className={styles.organisation}
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('custom.organisation')}
          placeholder={t('custom.organisation')}
          value={organisationId === undefined ? null : String(organisationId)}
          options={options}
          onChange={(id: string) => onOrganisation(Number(id))}
        />
      ) : null}
    </FilterRow>
  );
}
