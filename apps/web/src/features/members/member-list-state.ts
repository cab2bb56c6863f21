import { MEMBER_STATUSES, ROLES } from '@sunfleet/contract';
import { choiceField, integerField, textField, useUrlState } from '../../lib/url-state.ts';

const FIELDS = {
  q: textField(),
  role: choiceField(ROLES, undefined),
  status: choiceField(MEMBER_STATUSES, undefined),
  below: choiceField(['yes', 'no'], 'yes'),
  page: integerField(1),
  pageSize: integerField(20),
};

/** Filters and page of the list of members, kept in the address. */
export function useMemberListState() {
  const [state, set] = useUrlState(FIELDS);
  const filter = (change: Partial<Pick<typeof state, 'q' | 'role' | 'status' | 'below'>>) =>
    set({ ...change, page: 1 });
  return {
    state,
    set,
    filter,
    filtered: state.q !== '' || state.role !== undefined || state.status !== undefined,
    clear: () => filter({ q: '', role: undefined, status: undefined }),
  };
}

export type MemberListState = ReturnType<typeof useMemberListState>;
