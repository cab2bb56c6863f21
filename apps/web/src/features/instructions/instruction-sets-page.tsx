import type { InstructionSet } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMayCall } from '../../lib/session/session-context.tsx';
import { useDelayed } from '../../lib/use-delayed.ts';
import { integerField, textField, useUrlState } from '../../lib/url-state.ts';
import { Approvals } from '../../parts/approvals/approvals.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { LibraryList } from '../../ui/table/library-list.tsx';
import { Tag } from '../../ui/tag/tag.tsx';
import { approvalWords } from './approval-words.ts';
import styles from './instructions.module.css';
import { PageSwitch } from './page-switch.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RowButtons } from './row-buttons.tsx';
import { RunDialog } from './run-dialog.tsx';
import { RunList } from './run-list.tsx';
import { SetForm } from './set-form.tsx';

const FIELDS = {
  q: textField(),
  page: integerField(1),
  pageSize: integerField(20),
  run: integerField(undefined),
  batch: integerField(undefined),
};

type Opened = { dialog: 'form'; of?: InstructionSet } | { dialog: 'remove' | 'run'; of: InstructionSet };

/** Instructions in an order, run on many devices, with what became of it. */
export function InstructionSetsPage() {
  const { t } = useTranslation('instructions');
  const [opened, setOpened] = useState<Opened>();
  const [{ batch }, set] = useUrlState(FIELDS);
  const close = () => setOpened(undefined);
  const add = useMayCall('createInstructionSet') ? (
    <Button kind="primary" onClick={() => setOpened({ dialog: 'form' })}>
      {t('sets.add')}
    </Button>
  ) : null;
  return (
    <Page
      title={t('sets.title')}
      subtitle={t('sets.hint')}
      help="instructions"
      permission="operations.view"
      toolbar={<PageSwitch />}
      actions={add}
    >
      <div className={styles.stack}>
        <Approvals
          route="runDangerousSet"
          words={(input) => approvalWords(input, (n) => t('runs.devices', { n }))}
        />
        <List onOpen={setOpened} add={add} />
        <RunList />
      </div>
      {opened?.dialog === 'form' ? <SetForm set={opened.of} onClose={close} /> : null}
      {opened?.dialog === 'remove' ? <RemoveDialog of="set" {...opened.of} onClose={close} /> : null}
      {opened?.dialog === 'run' ? (
        <RunDialog set={opened.of} batch={batch} onStarted={(run) => set({ run })} onClose={close} />
      ) : null}
    </Page>
  );
}

function List({ onOpen, add }: { onOpen: (opened: Opened) => void; add: React.ReactNode }) {
  const { t } = useTranslation('instructions');
  const [state, set] = useUrlState(FIELDS);
  const { q, page, pageSize } = state;
  const text = useDelayed(q.trim(), 250);
  const list = useCall(
    'listInstructionSets',
    { query: { page, pageSize, ...(text ? { q: text } : {}) } },
    { keepPrevious: true },
  );
  const buttons = (of: InstructionSet) => (
    <RowButtons
      name={of.name}
      onRun={() => onOpen({ dialog: 'run', of })}
      onEdit={() => onOpen({ dialog: 'form', of })}
      onRemove={() => onOpen({ dialog: 'remove', of })}
    />
  );
  const steps = ({ steps: all, dangerous }: InstructionSet) => (
    <span>
      {all.map(({ name }) => name).join(' → ')} {dangerous ? <Tag kind="strong">{t('dangerous')}</Tag> : null}
    </span>
  );
  const columns: Column<InstructionSet>[] = [
    { key: 'name', title: t('field.name'), fixed: true, width: 200, render: ({ name }) => name },
    { key: 'code', title: t('field.code'), width: 120, render: ({ code }) => code },
    { key: 'steps', title: t('sets.steps'), width: 320, render: steps },
    { key: 'actions', buttons: true, title: t('actions'), width: 330, render: buttons },
  ];
  return (
    <LibraryList<InstructionSet>
      label={t('sets.title')}
      name="instruction-sets"
      columns={columns}
      list={list}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      rowKey={(row) => row.id}
      card={(of) => (
        <div className={styles.card}>
          <strong>{of.name}</strong>
          <span className={styles.muted}>{of.code}</span>
          {steps(of)}
          {buttons(of)}
        </div>
      )}
      search={t('search')}
      narrowed={q !== ''}
      onClear={() => set({ q: '', page: 1 })}
      empty={<EmptyState title={t('sets.empty')} hint={t('sets.emptyHint')} action={add} />}
    />
  );
}
