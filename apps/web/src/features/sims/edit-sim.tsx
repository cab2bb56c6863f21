import { SIM_STATUSES, type SimFields, type SimRow } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Check, Choice, Field } from '../../ui/form/field.tsx';
import { draftFaults, draftOf, fieldsOf, type SimDraft, TEXT_FIELDS } from './sim-draft.ts';
import styles from './sims.module.css';

/** Changes what is kept about a card, and which device holds it. */
export function EditSim({ sim, onClose }: { sim: SimRow; onClose: () => void }) {
  const { t } = useTranslation(['sims', 'rules']);
  const [draft, setDraft] = useState(() => draftOf(sim));
  const [confirmImei, setConfirmImei] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const update = useAction('updateSim', { quiet: true, invalidates: ['listSims'], onDone: onClose });
  const faults = draftFaults(draft);
  const set = (change: Partial<SimDraft>) => setDraft({ ...draft, ...change });
  const errorOf = (field: keyof SimFields) => {
    const rule = faults.get(field);
    return rule && touched.has(field) ? t(rule, { ns: 'rules' }) : undefined;
  };
  const save = () => {
    setTouched(new Set(TEXT_FIELDS));
    if (faults.size > 0) return;
    const { id, revision } = sim;
    update.mutate({ params: { id }, body: { ...fieldsOf(draft), confirmImei, revision } });
  };
  return (
    <ActionDialog
      title={t('changeOne', { iccid: sim.iccid })}
      okText={t('save')}
      busy={update.isPending}
      error={update.error}
      onOk={save}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <Choice
          label={t('column.status')}
          value={draft.status}
          options={SIM_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
          onChange={(status) =>
            set({ status: SIM_STATUSES.find((known) => known === status) ?? draft.status })
          }
        />
        {TEXT_FIELDS.map((field) => (
          <Field
            key={field}
            label={t(`column.${field}`)}
            value={draft[field]}
            autoComplete="off"
            error={errorOf(field)}
            {...(field === 'cycleEnd' || field === 'expiresOn' ? { type: 'date' } : {})}
            {...(field === 'usedMb' || field === 'volumeMb' ? { inputMode: 'decimal' as const } : {})}
            {...(field === 'collectorSn' ? { hint: t('collectorHint') } : {})}
            onChange={(event) => set({ [field]: event.target.value })}
            onBlur={() => setTouched(new Set([...touched, field]))}
          />
        ))}
      </div>
      <Check
        label={t('column.autoRenew')}
        checked={draft.autoRenew}
        onChange={(autoRenew) => set({ autoRenew })}
      />
      {sim.imeiBefore === null ? null : (
        <Check
          label={t('confirmImei', { imei: sim.imei ?? '', before: sim.imeiBefore })}
          checked={confirmImei}
          onChange={setConfirmImei}
        />
      )}
    </ActionDialog>
  );
}
