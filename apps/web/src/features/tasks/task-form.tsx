import { MISSED_POLICIES, type Task } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Choice, Field } from '../../ui/form/field.tsx';
import { ScheduleFields } from './schedule-fields.tsx';
import { TargetFields } from '../../parts/runs/target-fields.tsx';
import { WindowFields } from '../../parts/runs/window-fields.tsx';
import { draftFaults, draftOf, inputOf, isComplete, type TaskDraft } from './task-draft.ts';
import styles from './tasks.module.css';

interface TaskFormProps {
  task?: Task;
  /** A batch that is chosen to begin with. */
  batch?: number | undefined;
  onClose: () => void;
}

/** Plans a task, or changes when and how one runs. */
export function TaskForm({ task, batch, onClose }: TaskFormProps) {
  const { t } = useTranslation(['tasks', 'rules']);
  const [draft, setDraft] = useState(() => draftOf(task, batch));
  const [tried, setTried] = useState(false);
  const options = { quiet: true, invalidates: ['listTasks', 'listStationTasks'] as const, onDone: onClose };
  const [create, update] = [useAction('createTask', options), useAction('updateTask', options)];
  const faults = draftFaults(draft);
  const set = (change: Partial<TaskDraft>) => setDraft({ ...draft, ...change });
  const errorOf = (field: keyof TaskDraft) => {
    const rule = faults.get(field);
    return tried && rule ? t(rule, { ns: 'rules' }) : undefined;
  };
  const save = () => {
    setTried(true);
    if (faults.size > 0 || !isComplete(draft)) return;
    const input = inputOf(draft);
    if (task) update.mutate({ params: { id: task.id }, body: { task: input, revision: task.revision } });
    else create.mutate({ body: input });
  };
  const figure = (field: 'concurrency' | 'minutes') => (
    <Field
      label={t(`field.${field}`)}
      value={draft[field]}
      inputMode="numeric"
      autoComplete="off"
      onChange={(event) => set({ [field]: event.target.value })}
    />
  );
  return (
    <ActionDialog
      title={task ? t('one', { action: t('action.edit'), name: task.name }) : t('add')}
      okText={t('save')}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onOk={save}
      onClose={onClose}
    >
      <Field
        label={t('column.name')}
        value={draft.name}
        autoComplete="off"
        error={errorOf('name')}
        onChange={(event) => set({ name: event.target.value })}
      />
      <SetField draft={draft} onChange={(setId) => set({ setId })} />
      {task ? null : <TargetFields target={draft.target} onChange={(target) => set({ target })} />}
      {tried && !isComplete(draft) ? <p role="alert">{t('incomplete')}</p> : null}
      <ScheduleFields draft={draft} errorOf={errorOf} onChange={set} />
      <WindowFields draft={draft} error={errorOf('from')} onChange={set} />
      <div className={styles.fields}>
        {figure('concurrency')}
        {figure('minutes')}
        <Choice
          label={t('field.missed')}
          value={draft.missed}
          options={MISSED_POLICIES.map((value) => ({ value, label: t(`missed.${value}`) }))}
          onChange={(value) => set({ missed: MISSED_POLICIES.find((one) => one === value) ?? draft.missed })}
        />
      </div>
      <Field
        label={t('field.reason')}
        value={draft.reason}
        autoComplete="off"
        onChange={(event) => set({ reason: event.target.value })}
      />
    </ActionDialog>
  );
}

/** Sets without danger: others take a second person each time. */
function SetField({ draft, onChange }: { draft: TaskDraft; onChange: (setId: string) => void }) {
  const { t } = useTranslation('tasks');
  const sets = useCall('listInstructionSets', { query: { pageSize: 200 } });
  const rows = (sets.data?.rows ?? []).filter(({ dangerous }) => !dangerous);
  return (
    <>
      <Choice
        label={t('column.instructionSet')}
        value={draft.setId}
        options={[
          { value: '', label: t('choose') },
          ...rows.map(({ id, name, code }) => ({ value: String(id), label: `${name} (${code})` })),
        ]}
        onChange={onChange}
      />
      {sets.data && rows.length === 0 ? <p className={styles.muted}>{t('noSets')}</p> : null}
    </>
  );
}
