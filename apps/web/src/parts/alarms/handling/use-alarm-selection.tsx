import type { Alarm } from '@sunfleet/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowSelection } from '../../../ui/table/data-table-props.ts';
import { type SelectionOptions, useSelection } from '../../../ui/table/use-selection.ts';
import { useAlarmName } from '../alarm-name.ts';
import { STEPS_FROM, useMaySteps } from './alarm-actions.tsx';
import { HandleDialog, type HandlingStep } from './handle-dialog.tsx';

const STEPS: readonly HandlingStep[] = ['confirm', 'process', 'reopen'];

/** Lets alarms of a list be chosen and handled together. Undefined for accounts that may not. */
export function useAlarmSelection(options: SelectionOptions<Alarm>): RowSelection<Alarm> | undefined {
  const { t } = useTranslation('alarms');
  const nameOf = useAlarmName();
  const maySteps = useMaySteps();
  const selection = useSelection(options);
  const [step, setStep] = useState<HandlingStep>();
  if (maySteps.size === 0) return undefined;
  const chosen = [...selection.rows.values()];
  const idsOf = (one: HandlingStep) =>
    chosen.filter(({ handling }) => STEPS_FROM[handling].includes(one)).map(({ id }) => id);
  const actions = (
    <>
      {STEPS.filter((one) => maySteps.has(one)).map((one) => (
        <Button key={one} disabled={idsOf(one).length === 0} onClick={() => setStep(one)}>
          {t('handling.several', { step: t(`handling.${one}`), n: idsOf(one).length })}
        </Button>
      ))}
      {step ? (
        <HandleDialog
          step={step}
          ids={idsOf(step)}
          onDone={selection.clear}
          onClose={() => setStep(undefined)}
        />
      ) : null}
    </>
  );
  return { of: selection, nameOf, actions };
}
