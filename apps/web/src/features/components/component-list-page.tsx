import { ImportOutlined, PlusOutlined } from '@ant-design/icons';
import { ADDRESSES, type Component, COMPONENT_KINDS, type ComponentKind } from '@sunfleet/contract';
import { Button, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { choiceField, integerField, textField, useUrlState } from '../../lib/url-state.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { Choice } from '../../ui/form/field.tsx';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { LibraryList } from '../../ui/table/library-list.tsx';
import { ComponentCard } from './component-card.tsx';
import { useComponentColumns } from './component-columns.tsx';
import { ComponentForm } from './component-form.tsx';
import styles from './components.module.css';
import { DeleteComponent } from './delete-component.tsx';
import { ImportDialog } from './import-dialog.tsx';

const FIELDS = {
  q: textField(),
  kind: choiceField(COMPONENT_KINDS, undefined),
  page: integerField(1),
  pageSize: integerField(20),
};

type Opened =
  | { dialog: 'form'; kind: ComponentKind; component?: Component }
  | { dialog: 'delete'; component: Component }
  | { dialog: 'import' };

/** Modules and inverters that designs can name, and the way to stations that are not configured. */
export function ComponentListPage() {
  const { t } = useTranslation('components');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const add = useMay('stations.edit') ? (
    <Space wrap>
      {COMPONENT_KINDS.map((kind) => (
        <Button
          key={kind}
          icon={<PlusOutlined aria-hidden />}
          onClick={() => setOpened({ dialog: 'form', kind })}
        >
          {t(`add.${kind}`)}
        </Button>
      ))}
      <Button
        type="primary"
        icon={<ImportOutlined aria-hidden />}
        onClick={() => setOpened({ dialog: 'import' })}
      >
        {t('import.open')}
      </Button>
    </Space>
  ) : null;
  return (
    <Page title={t('title')} subtitle={t('hint')} help="components" permission="stations.view" actions={add}>
      <p className={styles.muted}>
        <Link to={`${ADDRESSES.stations}?design=none`}>{t('notConfigured')}</Link>
      </p>
      <List
        onEdit={(component) => setOpened({ dialog: 'form', kind: component.kind, component })}
        onDelete={(component) => setOpened({ dialog: 'delete', component })}
        add={add}
      />
      {opened?.dialog === 'form' ? (
        <ComponentForm kind={opened.kind} component={opened.component} onClose={close} />
      ) : null}
      {opened?.dialog === 'delete' ? <DeleteComponent component={opened.component} onClose={close} /> : null}
      {opened?.dialog === 'import' ? <ImportDialog onClose={close} /> : null}
    </Page>
  );
}

interface ListProps {
  onEdit: (component: Component) => void;
  onDelete: (component: Component) => void;
  add: React.ReactNode;
}

function List({ onEdit, onDelete, add }: ListProps) {
  const { t } = useTranslation('components');
  const [state, set] = useUrlState(FIELDS);
  const { q, kind, page, pageSize } = state;
  const text = useDelayed(q.trim(), 250);
  const components = useCall(
    'listComponents',
    { query: { page, pageSize, ...(kind ? { kind } : {}), ...(text ? { q: text } : {}) } },
    { keepPrevious: true },
  );
  const columns = useComponentColumns({ onEdit, onDelete });
  return (
    <LibraryList<Component>
      label={t('title')}
      name="components"
      columns={columns}
      list={components}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      rowKey={({ id }) => id}
      card={(component) => <ComponentCard component={component} onEdit={onEdit} onDelete={onDelete} />}
      search={t('search')}
      filters={
        <Choice
          bare
          label={t('column.kind')}
          value={kind ?? ''}
          options={[
            { value: '', label: t('kind.all') },
            ...COMPONENT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
          ]}
          onChange={(value) => set({ kind: COMPONENT_KINDS.find((known) => known === value), page: 1 })}
        />
      }
      narrowed={q !== '' || kind !== undefined}
      onClear={() => set({ q: '', kind: undefined, page: 1 })}
      empty={<EmptyState title={t('empty.title')} hint={t('empty.hint')} action={add} />}
    />
  );
}
