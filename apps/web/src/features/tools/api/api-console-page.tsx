import { ADDRESSES } from '@sunfleet/contract';
import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { textField, useUrlState } from '../../../lib/url-state.ts';
import { FormRow } from '../../../ui/form/form-row.tsx';
import { Card } from '../../../ui/page/card.tsx';
import { Page } from '../../../ui/page/page.tsx';
import styles from './api-console.module.css';
import { OperationForm } from './operation-form.tsx';
import { type Operation, readOpenApi } from './read-openapi.ts';
import { useOpenApi } from './use-openapi.ts';

const FIELDS = { route: textField() };

/** Calls routes of the API as whoever is signed in: the real ones, by the description that the server makes of them. */
export function ApiConsolePage() {
  const { t } = useTranslation('tools');
  const document = useOpenApi();
  const [{ route }, set] = useUrlState(FIELDS);
  const operations = useMemo(() => (document.data ? readOpenApi(document.data) : []), [document.data]);
  const chosen = operations.find(({ name }) => name === route);
  const shared = document.data?.components.schemas ?? {};
  return (
    <Page
      title={t('api.title')}
      subtitle={t('api.hint')}
      permission="parameters.read"
      help="tools"
      breadcrumb={<Link to={ADDRESSES.tools}>{t('title')}</Link>}
      loading={document}
    >
      <div className={styles.page}>
        <Card title={t('api.request')}>
          <div className={styles.form}>
            <FormRow label={t('api.route')}>
              {(control) => (
                <Select<string>
                  {...control}
                  size="large"
                  value={chosen?.name ?? null}
                  placeholder={t('api.choose')}
                  showSearch={{ optionFilterProp: 'search' }}
                  options={optionsOf(operations)}
                  onChange={(name) => set({ route: name })}
                />
              )}
            </FormRow>
            {chosen ? <OperationForm key={chosen.name} operation={chosen} shared={shared} /> : null}
          </div>
        </Card>
      </div>
    </Page>
  );
}

/** By tag; found by name, path and words of what it does. */
function optionsOf(operations: readonly Operation[]) {
  return [...Map.groupBy(operations, ({ tag }) => tag)].map(([tag, some]) => ({
    label: tag,
    options: some.map(({ name, method, path, summary }) => ({
      value: name,
      label: `${method} ${path}`,
      search: `${method} ${path} ${name} ${summary}`,
    })),
  }));
}
