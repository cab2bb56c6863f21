import { SIM_STATUSES, type SimAction } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Choice, Field } from '../../ui/form/field.tsx';
import { showNotice } from '../../ui/notice/notice-store.ts';
import { textFault, valueOf } from './sim-draft.ts';
import styles from './sims.module.css';

export type SeveralSims = SimAction | 'refresh' | 'edit' | 'delete';

/** Fields that can be set alike. */
const FIELDS = [
  'expiresOn',
  'cycleEnd',
  'volumeMb',
  'plan',
  'operator',
  'status',
  'autoRenew',
  'remark',
] as const;
type Settable = (typeof FIELDS)[number];

interface SeveralDialogProps {
  action: SeveralSims;
  ids: readonly number[];
  provider: string | null;
  onDone: () => void;
  onClose: () => void;
}

/** Does the same with several cards, after it was said what that is. */
export function SeveralDialog({ action, ids, provider, onDone, onClose }: SeveralDialogProps) {
  const { t } = useTranslation('sims');
  const format = useFormat();
  const [field, setField] = useState<Settable>('expiresOn');
  const [value, setValue] = useState('');
  const options = {
    quiet: true,
    invalidates: ['listSims'] as const,
    onDone: ({ changed, left }: { changed: number; left: number }) => {
      showNotice(
        'success',
        t('several.done', { changed: format.number(changed, 0), left: format.number(left, 0) }),
      );
      onClose();
      onDone();
    },
  };
  const [renew, act] = [useAction('renewSims', options), useAction('actOnSims', options)];
  const [edit, remove] = [useAction('editSims', options), useAction('deleteSims', options)];
  const body = { ids: [...ids] };
  const fault = action === 'edit' ? faultOf(field, value) : undefined;
  const run = () => {
    if (action === 'renew') renew.mutate({ body });
    else if (action === 'delete') remove.mutate({ body });
    else if (action === 'edit') edit.mutate({ body: { ...body, change: changeOf(field, value) } });
    else act.mutate({ body: action === 'refresh' ? body : { ...body, action } });
  };
  const n = format.number(ids.length, 0);
  return (
    <ActionDialog
      title={t(`several.${action}`)}
      okText={action === 'edit' ? t('save') : t(`several.${action}`)}
      danger={action === 'terminate' || action === 'delete'}
      busy={[renew, act, edit, remove].some(({ isPending }) => isPending)}
      disabled={fault !== undefined}
      error={renew.error ?? act.error ?? edit.error ?? remove.error}
      onOk={run}
      onClose={onClose}
    >
      {action === 'edit' ? (
        <>
          <p className={styles.muted}>{t('several.editHint', { n })}</p>
          <div className={styles.fields}>
            <Choice
              label={t('several.field')}
              value={field}
              options={FIELDS.map((one) => ({ value: one, label: t(`column.${one}`) }))}
              onChange={(chosen) => {
                setField(FIELDS.find((one) => one === chosen) ?? field);
                setValue('');
              }}
            />
            <ValueField field={field} value={value} fault={fault} onChange={setValue} />
          </div>
        </>
      ) : (
        <p>{t(hintOf(action, provider), { n, provider: provider ?? '' })}</p>
      )}
    </ActionDialog>
  );
}

function hintOf(action: Exclude<SeveralSims, 'edit'>, provider: string | null) {
  if (action === 'delete') return 'several.deleteHint';
  return provider === null ? 'several.askHint' : 'several.providerHint';
}

interface ValueFieldProps {
  field: Settable;
  value: string;
  fault: ReturnType<typeof faultOf>;
  onChange: (value: string) => void;
}

function ValueField({ field, value, fault, onChange }: ValueFieldProps) {
  const { t } = useTranslation(['sims', 'rules']);
  const label = t(`column.${field}`);
  if (field === 'status')
    return (
      <Choice
        label={label}
        value={value || 'ready'}
        options={SIM_STATUSES.map((status) => ({ value: status, label: t(`status.${status}`) }))}
        onChange={onChange}
      />
    );
  if (field === 'autoRenew')
    return (
      <Choice
        label={label}
        value={value || 'no'}
        options={(['no', 'yes'] as const).map((word) => ({ value: word, label: t(word) }))}
        onChange={onChange}
      />
    );
  return (
    <Field
      label={label}
      value={value}
      autoComplete="off"
      error={fault ? t(fault, { ns: 'rules' }) : undefined}
      {...(field === 'cycleEnd' || field === 'expiresOn' ? { type: 'date' } : {})}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const faultOf = (field: Settable, value: string) =>
  field === 'status' || field === 'autoRenew' ? undefined : textFault(field, value);

function changeOf(field: Settable, value: string) {
  if (field === 'status') return { status: SIM_STATUSES.find((status) => status === value) ?? 'ready' };
  if (field === 'autoRenew') return { autoRenew: value === 'yes' };
  return { [field]: valueOf(field, value) };
}
