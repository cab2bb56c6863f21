import { PlusOutlined } from '@ant-design/icons';
import { tariffAddress, type Tariff } from '@sunfleet/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { textField, useUrlState } from '../../lib/url-state.ts';
import { SearchFilter } from '../../ui/filter/filters.tsx';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState, NoMatch } from '../../ui/page/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { DeleteTariff } from './delete-tariff.tsx';
import { ExchangeRatesCard } from './exchange-rates-card.tsx';
import { TariffCard } from './tariff-card.tsx';
import { useTariffColumns } from './tariff-columns.tsx';
import styles from './tariffs.module.css';

const FIELDS = { q: textField() };

/** Tariffs that the account keeps, and the rates by which money of several currencies is summed. */
export function TariffListPage() {
  const { t } = useTranslation('tariffs');
  const navigate = useNavigate();
  const mayManage = useMay('tariffs.manage');
  const [leaving, setLeaving] = useState<Tariff>();
  const tariffs = useCall('listTariffs', {});
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => navigate(tariffAddress())}>
      {t('new')}
    </Button>
  );
  return (
    <Page
      help="tariffs"
      title={t('title')}
      subtitle={t('hint')}
      permission="tariffs.view"
      loading={tariffs}
      actions={mayManage ? create : null}
    >
      <div className={styles.page}>
        <List tariffs={tariffs.data ?? []} onDelete={setLeaving} create={mayManage && create} />
        <ExchangeRatesCard />
      </div>
      {leaving ? <DeleteTariff tariff={leaving} onClose={() => setLeaving(undefined)} /> : null}
    </Page>
  );
}

interface ListProps {
  tariffs: readonly Tariff[];
  onDelete: (tariff: Tariff) => void;
  create: React.ReactNode;
}

function List({ tariffs, onDelete, create }: ListProps) {
  const { t } = useTranslation('tariffs');
  const { language } = useFormat();
  const [{ q }, set] = useUrlState(FIELDS);
  const columns = useTariffColumns(onDelete);
  const rows = useMemo(() => {
    const wanted = q.trim().toLocaleLowerCase(language);
    return tariffs.filter(({ name }) => name.toLocaleLowerCase(language).includes(wanted));
  }, [tariffs, q, language]);
  return (
    <DataTable<Tariff>
      label={t('title')}
      name="tariffs"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      card={(row) => <TariffCard tariff={row} onDelete={onDelete} />}
      tools={<SearchFilter label={t('search')} value={q} onChange={(text) => set({ q: text })} />}
      empty={
        q ? (
          <NoMatch onClear={() => set({ q: '' })} />
        ) : (
          <EmptyState title={t('empty.title')} hint={t('empty.hint')} action={create} />
        )
      }
    />
  );
}
