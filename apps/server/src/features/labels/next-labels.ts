import type { LabelChange } from './change-labels.ts';

type Next = Pick<LabelChange, 'named' | 'next'>;

/** The object carries these labels afterwards and no others. */
export function replaceWith({ labelIds }: { labelIds: readonly number[] }): Next {
  return { named: labelIds, next: () => labelIds };
}

/** The object keeps what it carries, without some labels and with others. */
export function addAndRemove({ add, remove }: { add: readonly number[]; remove: readonly number[] }): Next {
  return {
    named: [...add, ...remove],
    next: (carried) => [...[...carried].filter((id) => !remove.includes(id)), ...add],
  };
}
