import { instructionCodeRule, textRule, type InstructionSet } from '@sunfleet/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../lib/call/use-action.ts';
import { useCall } from '../../lib/call/use-call.ts';
import { ActionDialog } from '../../ui/dialog/action-dialog.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Check, Choice, Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import styles from './instructions.module.css';

interface SetFormProps {
  /** Undefined: a new one. */
  set?: InstructionSet | undefined;
  onClose: () => void;
}

interface StepDraft {
  instructionId: number;
  delay: string;
  goesOn: boolean;
  readsBack: boolean;
}

/** As many as one page of the list takes. */
const MOST_OFFERED = 200;

/** Adds or changes a set: instructions in an order, each with its pause and what happens where it fails. */
export function SetForm({ set, onClose }: SetFormProps) {
  const { t } = useTranslation(['instructions', 'rules']);
  const offered = useCall('listInstructions', { query: { page: 1, pageSize: MOST_OFFERED } });
  const [code, setCode] = useState(set?.code ?? '');
  const [name, setName] = useState(set?.name ?? '');
  const [steps, setSteps] = useState<StepDraft[]>(
    () =>
      set?.steps.map(({ instructionId, delaySeconds, goesOn, readsBack }) => ({
        instructionId,
        delay: String(delaySeconds),
        goesOn,
        readsBack,
      })) ?? [],
  );
  const [tried, setTried] = useState(false);
  const done = {
    quiet: true,
    invalidates: ['listInstructionSets', 'listInstructions'] as const,
    onDone: onClose,
  };
  const create = useAction('createInstructionSet', done);
  const update = useAction('updateInstructionSet', done);
  const wrong = { code: instructionCodeRule(code), name: textRule(name, 'nameEmpty', 64) };
  const save = () => {
    setTried(true);
    if (wrong.code || wrong.name || steps.length === 0) return;
    const input = {
      code,
      name,
      steps: steps.map(({ delay, ...step }) => ({ ...step, delaySeconds: Number(delay) || 0 })),
    };
    if (set) update.mutate({ params: { id: set.id }, body: { set: input, revision: set.revision } });
    else create.mutate({ body: input });
  };
  const change = (at: number, changes: Partial<StepDraft>) =>
    setSteps(steps.map((step, nth) => (nth === at ? { ...step, ...changes } : step)));
  const move = (at: number, by: number) => {
    const next = steps.toSpliced(at, 1);
    setSteps(next.toSpliced(at + by, 0, steps[at]!));
  };
  const instructions = offered.data?.rows ?? [];
  const first = instructions[0];
  const errorOf = (field: 'code' | 'name') => {
    const rule = wrong[field];
    return tried && rule ? t(rule, { ns: 'rules' }) : undefined;
  };
  return (
    <ActionDialog
      title={set ? t('changeOne', { name: set.name }) : t('sets.add')}
      okText={t('save')}
      busy={create.isPending || update.isPending}
      disabled={steps.length === 0}
      error={create.error ?? update.error}
      onOk={save}
      onClose={onClose}
    >
      <FieldGrid>
        <Field
          label={t('field.code')}
          value={code}
          autoComplete="off"
          error={errorOf('code')}
          onChange={(event) => setCode(event.target.value)}
        />
        <Field
          label={t('field.name')}
          value={name}
          autoComplete="off"
          error={errorOf('name')}
          onChange={(event) => setName(event.target.value)}
        />
      </FieldGrid>
      <ol className={styles.steps}>
        {steps.map((step, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a step has no name of its own
          <li key={at} className={styles.step}>
            <FieldGrid>
              <Choice
                label={t('sets.step', { n: at + 1 })}
                value={String(step.instructionId)}
                options={instructions.map((one) => ({
                  value: String(one.id),
                  label: `${one.name} (${one.code})`,
                }))}
                onChange={(id) => change(at, { instructionId: Number(id) })}
              />
              <Field
                label={t('sets.delay')}
                value={step.delay}
                inputMode="numeric"
                autoComplete="off"
                onChange={(event) => change(at, { delay: event.target.value })}
              />
            </FieldGrid>
            <Check
              label={t('sets.readsBack')}
              checked={step.readsBack}
              onChange={(readsBack) => change(at, { readsBack })}
            />
            <Check
              label={t('sets.goesOn')}
              checked={step.goesOn}
              onChange={(goesOn) => change(at, { goesOn })}
            />
            <span className={styles.buttons}>
              <Button disabled={at === 0} onClick={() => move(at, -1)}>
                {t('sets.up')}
              </Button>
              <Button disabled={at === steps.length - 1} onClick={() => move(at, 1)}>
                {t('sets.down')}
              </Button>
              <Button onClick={() => setSteps(steps.toSpliced(at, 1))}>{t('remove')}</Button>
            </span>
          </li>
        ))}
      </ol>
      {first ? (
        <Button
          onClick={() =>
            setSteps([...steps, { instructionId: first.id, delay: '0', goesOn: false, readsBack: true }])
          }
        >
          {t('sets.addStep')}
        </Button>
      ) : (
        <p>{t('sets.noInstruction')}</p>
      )}
    </ActionDialog>
  );
}
