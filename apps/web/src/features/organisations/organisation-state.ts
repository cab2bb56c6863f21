import { MEMBER_STATUSES, ROLES } from '@sunfleet/contract';
import { choiceField, integerField, textField, useUrlState } from '../../lib/url-state.ts';

export const TABS = ['members', 'invitations', 'keys', 'details'] as const;

const FIELDS = {
  id: integerField(undefined),
  tab: choiceField(TABS, 'members'),
  find: textField(),
  q: textField(),
  role: choiceField(ROLES, undefined),
  status: choiceField(MEMBER_STATUSES, undefined),
  below: choiceField(['yes', 'no'], 'yes'),
  page: integerField(1),
  pageSize: integerField(20),
};

/** The chosen organisation, its tab, and the filters and page of its members, kept in the address. */
export function useOrganisationState() {
  const [state, set] = useUrlState(FIELDS);
  const filter = (change: Partial<Pick<typeof state, 'q' | 'role' | 'status' | 'below'>>) =>
    set({ ...change, page: 1 });
  return {
    state,
    set,
    filter,
    filtered: state.q !== '' || state.role !== undefined || state.status !== undefined,
    clear: () => filter({ q: '', role: undefined, status: undefined }),
    /** Another organisation; the back button leads to the one before. */
    choose: (id: number | undefined) => set({ id, page: 1 }, { push: true }),
  };
}

export type OrganisationState = ReturnType<typeof useOrganisationState>;
