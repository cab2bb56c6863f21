import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDraft } from '../../../lib/draft.ts';
import { type Problem, problemsOf } from './draft-problems.ts';
import { EMPTY_DRAFT, type ImportDraft } from './import-draft.ts';

/** The number in its name grows when its form changes, so that a tab that was open before begins anew instead of failing. */
export const useImportDraft = () => useDraft<ImportDraft>('import.3', EMPTY_DRAFT);

/** The draft with what is wrong in it; a field is judged once it has been left, all of them once a start was tried. */
export function useImportForm() {
  const { t } = useTranslation('imports');
  const [draft, setDraft] = useImportDraft();
  const [left, setLeft] = useState<ReadonlySet<Problem>>(new Set());
  const [tried, setTried] = useState(false);
  const problems = problemsOf(draft);
  return {
    draft,
    setDraft,
    change: (part: Partial<ImportDraft>) => setDraft({ ...draft, ...part }),
    leave: (field: Problem) => setLeft(new Set([...left, field])),
    errorOf: (field: Problem) =>
      problems.has(field) && (tried || left.has(field)) ? t(`problem.${field}`) : undefined,
    /** Whether the import may start; if not, every field says what it lacks. */
    check: () => {
      setTried(true);
      return problems.size === 0;
    },
  };
}

export type ImportForm = ReturnType<typeof useImportForm>;
