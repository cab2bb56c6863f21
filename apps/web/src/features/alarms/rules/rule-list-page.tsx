import type { AlarmRule } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../lib/call/use-action.ts';
import { useCall } from '../../../lib/call/use-call.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useDelayed } from '../../../lib/use-delayed.ts';
import { integerField, textField, useUrlState } from '../../../lib/url-state.ts';
import { StatusBadge } from '../../../parts/status/status-badge.tsx';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Button } from '../../../ui/form/button.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { LibraryList } from '../../../ui/table/library-list.tsx';
import { PackDialog } from './pack-dialog.tsx';
import { RuleFiles } from './rule-files.tsx';
import { RuleForm } from './rule-form.tsx';
import styles from './rules.module.css';
import { useRuleName } from './use-rule-name.ts';
import { VersionsDialog } from './versions-dialog.tsx';

const FIELDS = { q: textField(), page: integerField(1), pageSize: integerField(20) };

type Opened =
  | { dialog: 'form'; rule?: AlarmRule }
  | { dialog: 'remove'; rule: AlarmRule }
  | { dialog: 'versions'; rule: AlarmRule }
  | { dialog: 'pack' };

/** Rules by which alarms are found in what devices measure. */
export function RuleListPage() {
  const { t } = useTranslation('alarm-rules');
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const add = (
    <>
      <Button onClick={() => setOpened({ dialog: 'pack' })}>{t('pack.open')}</Button>
      <Button kind="primary" onClick={() => setOpened({ dialog: 'form' })}>
        {t('add')}
      </Button>
    </>
  );
  return (
    <Page
      title={t('title')}
      subtitle={t('hint')}
      help="alarms"
      route="createAlarmRule"
      actions={
        <div className={styles.row}>
          <RuleFiles />
          {add}
        </div>
      }
    >
      <List onOpen={setOpened} add={<div className={styles.row}>{add}</div>} />
      {opened?.dialog === 'form' ? <RuleForm rule={opened.rule} onClose={close} /> : null}
      {opened?.dialog === 'remove' ? <RemoveDialog rule={opened.rule} onClose={close} /> : null}
      {opened?.dialog === 'versions' ? <VersionsDialog rule={opened.rule} onClose={close} /> : null}
      {opened?.dialog === 'pack' ? <PackDialog onClose={close} /> : null}
    </Page>
  );
}

function List({ onOpen, add }: { onOpen: (opened: Opened) => void; add: React.ReactNode }) {
  const { t } = useTranslation('alarm-rules');
  const format = useFormat();
  const nameOf = useRuleName();
  const [state, set] = useUrlState(FIELDS);
  const { q, page, pageSize } = state;
  const text = useDelayed(q.trim(), 250);
  const list = useCall(
    'listAlarmRules',
    { query: { page, pageSize, ...(text ? { q: text } : {}) } },
    { keepPrevious: true },
  );
  const buttons = (rule: AlarmRule) => (
    <span className={styles.row}>
      <Button
        aria-label={t('changeOne', { name: nameOf(rule) })}
        onClick={() => onOpen({ dialog: 'form', rule })}
      >
        {t('change')}
      </Button>
      <Button
        aria-label={t('versions.title', { name: nameOf(rule) })}
        onClick={() => onOpen({ dialog: 'versions', rule })}
      >
        {t('versions.open')}
      </Button>
      <Button
        aria-label={t('removeOne', { name: nameOf(rule) })}
        onClick={() => onOpen({ dialog: 'remove', rule })}
      >
        {t('remove')}
      </Button>
    </span>
  );
  const stateOf = ({ enabled }: AlarmRule) => t(enabled ? 'on' : 'off');
  const columns: Column<AlarmRule>[] = [
    { key: 'name', title: t('field.name'), fixed: true, width: 180, render: nameOf },
    {
      key: 'condition',
      title: t('column.condition'),
      width: 300,
      render: ({ raise }) => <code>{raise}</code>,
    },
    { key: 'state', title: t('column.state'), width: 90, render: stateOf },
    {
      key: 'level',
      title: t('field.level'),
      width: 120,
      render: ({ level }) => <StatusBadge of="alarm" value={level} />,
    },
    {
      key: 'standing',
      title: t('column.standing'),
      width: 110,
      align: 'right',
      render: ({ standing }) => format.number(standing, 0),
    },
    { key: 'actions', buttons: true, title: t('column.actions'), width: 310, render: buttons },
  ];
  return (
    <LibraryList<AlarmRule>
      label={t('title')}
      name="alarm-rules"
      columns={columns}
      list={list}
      state={state}
      onState={(change) => set(change as Partial<typeof state>)}
      rowKey={(row) => row.id}
      card={(rule) => (
        <div className={styles.card}>
          <strong>{nameOf(rule)}</strong>
          <span className={styles.row}>
            <StatusBadge of="alarm" value={rule.level} /> {stateOf(rule)}
          </span>
          <code>{rule.raise}</code>
          {buttons(rule)}
        </div>
      )}
      search={t('search')}
      narrowed={q !== ''}
      onClear={() => set({ q: '', page: 1 })}
      empty={<EmptyState title={t('empty')} hint={t('emptyHint')} action={add} />}
    />
  );
}

function RemoveDialog({ rule, onClose }: { rule: AlarmRule; onClose: () => void }) {
  const { t } = useTranslation('alarm-rules');
  const nameOf = useRuleName();
  const remove = useAction('deleteAlarmRule', {
    quiet: true,
    invalidates: ['listAlarmRules'],
    onDone: onClose,
  });
  return (
    <ActionDialog
      title={t('removeOne', { name: nameOf(rule) })}
      okText={t('remove')}
      danger
      busy={remove.isPending}
      error={remove.error}
      onOk={() => remove.mutate({ params: { id: rule.id } })}
      onClose={onClose}
    >
      <p>{t('removeHint')}</p>
    </ActionDialog>
  );
}
