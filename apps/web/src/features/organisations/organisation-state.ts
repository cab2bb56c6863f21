import { choiceField, integerField, textField, useUrlState } from '../../lib/url-state.ts';

export const TABS = ['members', 'invites', 'keys', 'details'] as const;

const FIELDS = {
  id: integerField(undefined),
  tab: choiceField(TABS, 'members'),
  find: textField(),
  page: integerField(1),
};

/** The chosen organisation and its tab, kept in the address. */
export function useOrganisationState() {
  const [state, set] = useUrlState(FIELDS);
  return {
    state,
    set,
    /** Another organisation, whose lists begin with their first page; the back button leads to the one before. */
    choose: (id: number | undefined) => set({ id, page: 1 }, { push: true }),
  };
}

export type OrganisationState = ReturnType<typeof useOrganisationState>;
