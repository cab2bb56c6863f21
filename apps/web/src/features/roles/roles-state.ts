import { type CustomRole, ROLE_ATTRIBUTIONS } from '@sunfleet/contract';
import { choiceField, textField, useUrlState } from '../../lib/url-state.ts';

const FIELDS = {
  attribution: choiceField(ROLE_ATTRIBUTIONS, undefined),
  /** A built-in role's name or a custom one's id. */
  role: textField(),
  mode: choiceField(['view', 'edit', 'copy', 'new'], 'view'),
};

/** Names a role in the address. */
export const roleKey = ({ id, basedOn }: Pick<CustomRole, 'id' | 'basedOn'>): string =>
  id === null ? basedOn : String(id);

/** The filter, the chosen role and what is done with it, kept in the address. */
export function useRolesState() {
  const [state, set] = useUrlState(FIELDS);
  return {
    state,
    filter: (attribution: typeof state.attribution) => set({ attribution }),
    open: (role: string, mode: typeof state.mode = 'view') => set({ role, mode }, { push: true }),
  };
}

export type RolesState = ReturnType<typeof useRolesState>;
