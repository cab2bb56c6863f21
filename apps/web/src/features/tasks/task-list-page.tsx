import { PlusOutlined } from '@ant-design/icons';
import { ADDRESSES, type Task, TASK_STATES } from '@sunfleet/contract';
import { Button } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useCall } from '../../lib/call/use-call.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { useMay } from '../../lib/session/session-context.tsx';
import { choicesField, integerField, textField, useUrlState } from '../../lib/url-state.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { FilterRow, ManyFilter, SearchFilter } from '../../ui/filter/filters.tsx';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState, ErrorState, NoMatch } from '../../ui/page/states.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { TaskDialog } from './task-actions.tsx';
import { TaskCard } from './task-card.tsx';
import { useTaskColumns } from './task-columns.tsx';
import { type OpenedTask, TaskDialogs } from './task-dialogs.tsx';

const FIELDS = {
  id: integerField(undefined),
  q: textField(),
  /** A batch of devices for which a task is planned. */
  batch: integerField(undefined),
  state: choicesField(TASK_STATES),
  page: integerField(1),
  pageSize: integerField(20),
};

/** Sets of instructions that run on devices now, at a time, or again and again. */
export function TaskListPage() {
  const { t } = useTranslation('tasks');
  const timed = useLocation().pathname === ADDRESSES.scheduledTasks;
  const [{ batch }] = useUrlState(FIELDS);
  const [opened, setOpened] = useState<OpenedTask | undefined>(batch ? { dialog: 'new' } : undefined);
  const close = () => setOpened(undefined);
  const open = useCallback((dialog: TaskDialog, task: Task) => setOpened({ dialog, task }), []);
  const add = useMay('operations.run') ? (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => setOpened({ dialog: 'new' })}>
      {t('add')}
    </Button>
  ) : null;
  return (
    <Page
      help="tasks"
      title={t(timed ? 'timedTitle' : 'title')}
      subtitle={t('hint')}
      permission="operations.view"
      actions={add}
    >
      <List timed={timed} onOpen={open} add={add} />
      <TaskDialogs opened={opened} batch={batch} onClose={close} />
    </Page>
  );
}

interface ListProps {
  timed: boolean;
  onOpen: (dialog: TaskDialog, task: Task) => void;
  add: React.ReactNode;
}

function List({ timed, onOpen, add }: ListProps) {
  const { t } = useTranslation('tasks');
  const format = useFormat();
  const [state, set] = useUrlState(FIELDS);
  const { id, page, pageSize } = state;
  const q = useDelayed(state.q.trim(), 250);
  const filter = {
    ...(id === undefined ? {} : { id }),
    ...(q ? { q } : {}),
    ...(state.state.length > 0 ? { state: [...state.state] } : {}),
  };
  const query = { ...filter, ...(timed ? { timed: 'true' as const } : {}), page, pageSize };
  const tasks = useCall('listTasks', { query }, { keepPrevious: true, refetchMs: 2000 });
  const columns = useTaskColumns(onOpen);
  const narrow = (change: Partial<typeof state>) => set({ ...change, page: 1 });
  if (tasks.error && !tasks.data) return <ErrorState error={tasks.error} onRetry={tasks.refetch} />;
  return (
    <DataTable<Task>
      label={t('title')}
      name="tasks"
      columns={columns}
      rows={tasks.data?.rows}
      rowKey={(row) => row.id}
      total={tasks.data?.total ?? 0}
      state={{ page, pageSize, sort: 'next', order: 'asc' }}
      onState={(change) => set({ page: change.page ?? page, pageSize: change.pageSize ?? pageSize })}
      busy={tasks.isPlaceholderData}
      card={(task) => <TaskCard task={task} onOpen={onOpen} />}
      tools={
        <FilterRow>
          <SearchFilter
            label={t('search')}
            value={state.q}
            onChange={(text) => narrow({ q: text, id: undefined })}
          />
          <ManyFilter
            label={t('column.state')}
            values={TASK_STATES}
            textOf={(one) => `${t(`state.${one}`)} (${format.number(tasks.data?.counts[one], 0)})`}
            chosen={state.state}
            onChange={(chosen) => narrow({ state: chosen })}
          />
        </FilterRow>
      }
      empty={
        Object.keys(filter).length > 0 ? (
          <NoMatch onClear={() => narrow({ id: undefined, q: '', state: [] })} />
        ) : (
          <EmptyState title={t('empty.title')} hint={t('empty.hint')} action={add} />
        )
      }
    />
  );
}
