import {
  CORRECTION_KINDS,
  type CorrectionKind,
  type EnergyCorrectionRow,
  LIMITS,
  type StationDetail,
} from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldErrors } from '../../../lib/call/field-errors.ts';
import { useAction } from '../../../lib/call/use-action.ts';
import { ActionDialog } from '../../../ui/dialog/action-dialog.tsx';
import { Check, Choice, Field } from '../../../ui/form/field.tsx';
import { TextArea } from '../../../ui/form/text-area.tsx';
import { CORRECTED_READS } from './corrected-reads.ts';
import { type CorrectionDraft, draftOf, fieldsOf } from './correction-form.ts';
import styles from './corrections.module.css';
import { PreviewTable } from './preview-table.tsx';

interface EditCorrectionProps {
  station: StationDetail;
  /** Absent: a new one. */
  row?: EnergyCorrectionRow;
  onClose: () => void;
}

/** Adds an amount to the station's energy or changes one, with what becomes of its figures. */
export function EditCorrection({ station, row, onClose }: EditCorrectionProps) {
  const { t } = useTranslation('stations');
  const [draft, setDraft] = useState<CorrectionDraft>(() => draftOf(row, station.today));
  // As it was opened: somebody else's change is refused and not overwritten.
  const [revision] = useState(row?.revision ?? 0);
  const options = { quiet: true, invalidates: CORRECTED_READS, onDone: onClose };
  const create = useAction('createEnergyCorrection', options);
  const update = useAction('updateEnergyCorrection', options);
  const action = row ? update : create;
  const errors = fieldErrors(action.error);
  const put = (part: Partial<CorrectionDraft>) => setDraft({ ...draft, ...part });
  const next = fieldsOf(draft);
  const params = { id: station.id };
  const save = () =>
    row
      ? update.mutate({ params: { ...params, correctionId: row.id }, body: { ...next, revision } })
      : create.mutate({ params, body: next });
  const day = (name: 'from' | 'to', label: string, hint?: string) => (
    <Field
      label={label}
      type="date"
      max={station.today}
      value={draft[name]}
      hint={hint}
      error={errors[name]}
      onChange={(event) => put({ [name]: event.target.value })}
    />
  );
  return (
    <ActionDialog
      title={t(row ? 'corrections.edit' : 'corrections.add')}
      okText={t('corrections.save')}
      busy={action.isPending}
      error={action.error}
      onOk={save}
      onClose={onClose}
    >
      <div className={styles.form}>
        <Choice
          label={t('corrections.kind')}
          value={draft.kind}
          options={CORRECTION_KINDS.map((kind) => ({ value: kind, label: t(`corrections.kinds.${kind}`) }))}
          onChange={(kind) => put({ kind: kind as CorrectionKind })}
        />
        {draft.kind === 'days' ? (
          <div className={styles.row}>
            {day('from', t('corrections.from'))}
            {day('to', t('corrections.to'))}
          </div>
        ) : null}
        {draft.kind === 'offset' ? day('to', t('corrections.until'), t('corrections.untilHint')) : null}
        <Field
          label={t('corrections.kwh')}
          inputMode="decimal"
          value={draft.kwh}
          hint={t('corrections.kwhHint')}
          error={errors['kwh']}
          onChange={(event) => put({ kwh: event.target.value })}
        />
        {draft.kind === 'days' ? (
          <Check
            label={t('corrections.inTotal')}
            checked={draft.inTotal}
            onChange={(inTotal) => put({ inTotal })}
          />
        ) : null}
        <TextArea
          label={t('corrections.reason')}
          maxLength={LIMITS.correctionReason}
          value={draft.reason}
          error={errors['reason']}
          onChange={(event) => put({ reason: event.target.value })}
        />
        <PreviewTable station={station} old={row} next={next} />
      </div>
    </ActionDialog>
  );
}
