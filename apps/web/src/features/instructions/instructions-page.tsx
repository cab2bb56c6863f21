import type { Instruction } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '../../lib/call/use-call.ts';
import { useMayCall } from '../../lib/session/session-context.tsx';
import { useDelayed } from '../../lib/use-delayed.ts';
import { integerField, textField, useUrlState } from '../../lib/url-state.ts';
import { Button } from '../../ui/form/button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import type { Column } from '../../ui/table/column.ts';
import { LibraryList } from '../../ui/table/library-list.tsx';
import { Tag } from '../../ui/tag/tag.tsx';
import { spacedHex } from './instruction-draft.ts';
import { InstructionForm } from './instruction-form.tsx';
import styles from './instructions.module.css';
import { PageSwitch } from './page-switch.tsx';
import { RemoveDialog } from './remove-dialog.tsx';
import { RowButtons } from './row-buttons.tsx';

const FIELDS = { q: textField(), page: integerField(1), pageSize: integerField(20) };

type Opened = { dialog: 'form'; instruction?: Instruction } | { dialog: 'remove'; instruction: Instruction };

/** Requests of Modbus that the organisation keeps under a name. */
export function InstructionsPage() {
  const { t } = useTranslation('instructions');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const add = useMayCall('createInstruction') ? (
    <Button kind="primary" onClick={() => setOpened({ dialog: 'form' })}>
      {t('add')}
    </Button>
  ) : null;
  return (
    <Page
      title={t('title')}
      subtitle={t('hint')}
      help="instructions"
      permission="operations.view"
      toolbar={<PageSwitch />}
      actions={add}
    >
      <List onOpen={setOpened} add={add} />
      {opened?.dialog === 'form' ? (
        <InstructionForm instruction={opened.instruction} onClose={close} />
      ) : null}
      {opened?.dialog === 'remove' ? (
        <RemoveDialog of="instruction" {...opened.instruction} onClose={close} />
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
    'listInstructions',
    { query: { page, pageSize, ...(text ? { q: text } : {}) } },
    { keepPrevious: true },
  );
  const buttons = (instruction: Instruction) => (
    <RowButtons
      name={instruction.name}
      onEdit={() => onOpen({ dialog: 'form', instruction })}
      onRemove={() => onOpen({ dialog: 'remove', instruction })}
    />
  );
  const columns: Column<Instruction>[] = [
    { key: 'name', title: t('field.name'), fixed: true, width: 180, render: ({ name }) => name },
    { key: 'code', title: t('field.code'), width: 100, render: ({ code }) => code },
    { key: 'what', title: t('field.fn'), width: 240, render: (row) => <What instruction={row} /> },
    { key: 'actions', buttons: true, title: t('actions'), width: 200, render: buttons },
    { key: 'sets', title: t('sets.title'), width: 90, align: 'right', render: ({ sets }) => sets },
    // The first to go where there is little room.
    { key: 'frame', title: t('frame'), width: 270, render: ({ frame }) => <code>{spacedHex(frame)}</code> },
  ];
  return (
    <LibraryList<Instruction>
      label={t('title')}
      name="instructions"
      columns={columns}
      list={list}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      rowKey={(row) => row.id}
      card={(instruction) => (
        <div className={styles.card}>
          <strong>{instruction.name}</strong>
          <span className={styles.muted}>{instruction.code}</span>
          <What instruction={instruction} />
          <code>{spacedHex(instruction.frame)}</code>
          {buttons(instruction)}
        </div>
      )}
      search={t('search')}
      narrowed={q !== ''}
      onClear={() => set({ q: '', page: 1 })}
      empty={<EmptyState title={t('empty')} hint={t('emptyHint')} action={add} />}
    />
  );
}

function What({ instruction }: { instruction: Instruction }) {
  const { t } = useTranslation('instructions');
  const { fn, address, dangerous } = instruction;
  return (
    <span>
      {t(`fn.${fn}`)} · {address} {dangerous ? <Tag kind="strong">{t('dangerous')}</Tag> : null}
    </span>
  );
}
