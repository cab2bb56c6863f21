import {
  INSTRUCTION_FUNCTIONS,
  readAddress,
  wordsOfHex,
  writesRegisters,
  type Instruction,
  type InstructionFunction,
} from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Check, Choice, Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import {
  draftFaults,
  draftOf,
  emptyDraft,
  frameOf,
  inputOf,
  spacedHex,
  type InstructionDraft,
} from './instruction-draft.ts';
import styles from './instructions.module.css';

interface InstructionFormProps {
  /** Undefined: a new one. */
  instruction?: Instruction | undefined;
  onClose: () => void;
}

/** Adds or changes an instruction, with the frame that it sends. */
export function InstructionForm({ instruction, onClose }: InstructionFormProps) {
  const { t } = useTranslation(['instructions', 'rules']);
  const [draft, setDraft] = useState(() => (instruction ? draftOf(instruction) : emptyDraft));
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const done = {
    quiet: true,
    invalidates: ['listInstructions', 'listInstructionSets'] as const,
    onDone: onClose,
  };
  const create = useAction('createInstruction', done);
  const update = useAction('updateInstruction', done);
  const faults = draftFaults(draft);
  const errorOf = (field: keyof InstructionDraft) => {
    const rule = faults.get(field);
    return rule && (tried || touched.has(field)) ? t(rule, { ns: 'rules' }) : undefined;
  };
  const writes = writesRegisters(draft.fn);
  const save = () => {
    setTried(true);
    if (faults.size > 0) return;
    const input = inputOf(draft);
    if (instruction) {
      const { id, revision } = instruction;
      update.mutate({ params: { id }, body: { instruction: input, revision } });
    } else create.mutate({ body: input });
  };
  const text = (field: 'code' | 'name' | 'address' | 'count' | 'data', hint?: string) => (
    <Field
      label={t(`field.${field}`)}
      value={draft[field]}
      autoComplete="off"
      hint={hint}
      error={errorOf(field)}
      onChange={(event) => setDraft({ ...draft, [field]: event.target.value })}
      onBlur={() => setTouched(new Set([...touched, field]))}
    />
  );
  return (
    <ActionDialog
      title={instruction ? t('changeOne', { name: instruction.name }) : t('add')}
      okText={t('save')}
      busy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onOk={save}
      onClose={onClose}
    >
      <FieldGrid>
        {text('code')}
        {text('name')}
        <Choice
          label={t('field.fn')}
          value={String(draft.fn)}
          options={INSTRUCTION_FUNCTIONS.map((fn) => ({ value: String(fn), label: t(`fn.${fn}`) }))}
          onChange={(fn) => setDraft({ ...draft, fn: Number(fn) as InstructionFunction })}
        />
        {text('address', t('addressHint'))}
        {writes ? text('data', t('dataHint')) : text('count')}
      </FieldGrid>
      {writes ? (
        <Check
          label={t('dangerousHint')}
          checked={draft.dangerous}
          onChange={(dangerous) => setDraft({ ...draft, dangerous })}
        />
      ) : null}
      <Preview draft={draft} />
    </ActionDialog>
  );
}

/** The frame as it leaves for a device with address 1, and what it means. */
function Preview({ draft }: { draft: InstructionDraft }) {
  const { t } = useTranslation('instructions');
  const frame = frameOf(draft);
  if (!frame) return null;
  const address = readAddress(draft.address) ?? 0;
  const hex = `0x${address.toString(16).padStart(4, '0')}`;
  return (
    <div className={styles.preview}>
      <span>{t('frame')}</span>
      <code>{spacedHex(frame)}</code>
      <span>
        {writesRegisters(draft.fn)
          ? t('means.write', { address, hex, words: wordsOfHex(draft.data).join(', ') })
          : t('means.read', { address, hex, n: Number(draft.count) })}
      </span>
    </div>
  );
}
