import type { ImportRun } from '@sunfleet/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Progress } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';

/** How far an import is taken back, or who took it back and when. */
export function UndoState({ run }: { run: ImportRun }) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  useForgottenReads(run);
  const { undo, state, samples } = run;
  if (!undo) return null;
  if (state === 'undoing') {
    const percent = samples > 0 ? Math.floor((100 * undo.valuesDone) / samples) : 0;
    const text = t('undo.progress', {
      done: format.number(undo.valuesDone, 0),
      total: format.number(samples, 0),
    });
    return (
      <div>
        <Progress
          percent={Math.min(99, percent)}
          size="small"
          status="active"
          aria-label={t('state.undoing')}
        />
        <span>{text}</span>
      </div>
    );
  }
  const date = format.dateTime(undo.finishedAt ?? undo.beganAt);
  const title = undo.by === null ? t('undo.done', { date }) : t('undo.doneBy', { name: undo.by, date });
  return <Alert type="info" showIcon title={title} role="status" />;
}

/** What this browser has read of measurements is old once they are taken back. */
function useForgottenReads({ state }: ImportRun): void {
  const client = useQueryClient();
  const before = useRef(state);
  useEffect(() => {
    if (before.current === 'undoing' && state === 'undone') {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'getImport' });
    }
    before.current = state;
  }, [client, state]);
}
