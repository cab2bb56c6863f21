import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../lib/load-chunk.ts';
import { answerStepUp, isStepUpAsked, onStepUp } from '../lib/session/step-up-store.ts';

const StepUpDialog = lazyPart(() =>
  import('../features/accounts/step-up/step-up-dialog.tsx').then((part) => part.StepUpDialog),
);

/** Opens the dialog that asks again who somebody is, over whatever page called for it: what was typed there stays. */
export function StepUpKeeper() {
  const asked = useSyncExternalStore(onStepUp, isStepUpAsked);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <StepUpDialog onProven={() => answerStepUp(true)} onClose={() => answerStepUp(false)} />
    </Suspense>
  );
}
