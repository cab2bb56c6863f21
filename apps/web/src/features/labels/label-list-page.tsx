import { PlusOutlined } from '@ant-design/icons';
import type { Label } from '@sunfleet/contract';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { textField, useUrlState } from '../../lib/url-state.ts';
import { SearchFilter } from '../../ui/filter/filters.tsx';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState, NoMatch } from '../../ui/page/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import { LabelCard } from './label-card.tsx';
import { useLabelColumns } from './label-columns.tsx';
import { DeleteLabel } from './delete-label.tsx';
import { LabelForm } from './label-form.tsx';

const FIELDS = { q: textField() };

/** The organisation's labels: what there is, how often each is used, and their upkeep. */
export function LabelListPage() {
  const { t } = useTranslation('labels');
  const mayCreate = useMay('labels.create');
  const [opened, setOpened] = useState<'new' | Label>();
  const [leaving, setLeaving] = useState<Label>();
  const labels = useCall('listLabels', {});
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpened('new')}>
      {t('new')}
    </Button>
  );
  return (
    <Page
      help="labels"
      title={t('title')}
      subtitle={t('hint')}
      permission="labels.view"
      loading={labels}
      actions={mayCreate ? create : null}
    >
      <List
        labels={labels.data ?? []}
        onEdit={setOpened}
        onDelete={setLeaving}
        create={mayCreate && create}
      />
      {opened ? (
        <LabelForm label={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
      ) : null}
      {leaving ? <DeleteLabel label={leaving} onClose={() => setLeaving(undefined)} /> : null}
    </Page>
  );
}

interface ListProps {
  labels: readonly Label[];
  onEdit: (label: Label) => void;
  onDelete: (label: Label) => void;
  create: React.ReactNode;
}

function List({ labels, onEdit, onDelete, create }: ListProps) {
  const { t } = useTranslation('labels');
  const { language } = useFormat();
  const [{ q }, set] = useUrlState(FIELDS);
  const columns = useLabelColumns({ onEdit, onDelete });
  const rows = useMemo(() => {
    const wanted = q.trim().toLocaleLowerCase(language);
    return labels.filter(({ name, description }) =>
      `${name} ${description}`.toLocaleLowerCase(language).includes(wanted),
    );
  }, [labels, q, language]);
  return (
    <DataTable<Label>
      label={t('title')}
      name="labels"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      card={(row) => <LabelCard label={row} onEdit={onEdit} onDelete={onDelete} />}
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
