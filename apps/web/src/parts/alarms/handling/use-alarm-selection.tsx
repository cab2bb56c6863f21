import type { Alarm } from '@sunfleet/contract';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../lib/session/session-context.tsx';
import type { RowSelection } from '../../../ui/table/data-table-props.ts';
import { type SelectionOptions, useSelection } from '../../../ui/table/use-selection.ts';
import { useAlarmName } from '../alarm-name.ts';
import { ShieldDialog } from './shield-dialog.tsx';
import { STEPS_FROM, useMaySteps } from './alarm-actions.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { HandleDialog, type HandlingStep } from './handle-dialog.tsx';

const STEPS: readonly HandlingStep[] = ['confirm', 'process', 'reopen'];

/** Lets alarms of a list be chosen and handled together. Undefined for accounts that may not. */
export function useAlarmSelection(options: SelectionOptions<Alarm>): RowSelection<Alarm> | undefined {
  const { t } = useTranslation('alarms');
  const nameOf = useAlarmName();
  const maySteps = useMaySteps();
  const selection = useSelection(options);
  const mayAssign = useMay('alarms.process');
  const mayShield = useMay('alarms.shieldTemporarily');
  const [step, setStep] = useState<HandlingStep | 'assign' | 'shield'>();
  if (maySteps.size === 0 && !mayShield) return undefined;
  const chosen = [...selection.rows.values()];
  const idsOf = (one: HandlingStep) =>
    chosen.filter(({ handling }) => STEPS_FROM[handling].includes(one)).map(({ id }) => id);
  const quietable = chosen.filter(({ shield, station }) => !shield && station);
  const dialog = { onDone: selection.clear, onClose: () => setStep(undefined) };
  const actions = (
    <>
      {STEPS.filter((one) => maySteps.has(one)).map((one) => (
        <Button key={one} disabled={idsOf(one).length === 0} onClick={() => setStep(one)}>
          {t('handling.several', { step: t(`handling.${one}`), n: idsOf(one).length })}
        </Button>
      ))}
      {mayAssign ? (
        <Button disabled={chosen.length === 0} onClick={() => setStep('assign')}>
          {t('handling.several', { step: t('assign.do'), n: chosen.length })}
        </Button>
      ) : null}
      {mayShield ? (
        <Button disabled={quietable.length === 0} onClick={() => setStep('shield')}>
          {t('handling.several', { step: t('shield.do'), n: quietable.length })}
        </Button>
      ) : null}
      {step === 'assign' ? <AssignDialog alarms={chosen} {...dialog} /> : null}
      {step === 'shield' ? <ShieldDialog alarms={quietable} {...dialog} /> : null}
      {step && step !== 'assign' && step !== 'shield' ? (
        <HandleDialog step={step} ids={idsOf(step)} {...dialog} />
      ) : null}
    </>
  );
  return { of: selection, nameOf, actions };
}
