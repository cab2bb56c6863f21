import { GRANT_STATES } from '@sunfleet/contract';
import { choiceField, integerField, textField, useUrlState } from '../../../lib/url-state.ts';

export const DIRECTIONS = ['given', 'received'] as const;
type Direction = (typeof DIRECTIONS)[number];

const FIELDS = {
  direction: choiceField(DIRECTIONS, undefined),
  state: choiceField(GRANT_STATES, undefined),
  q: textField(),
  page: integerField(1),
  pageSize: integerField(20),
};

/** Direction, filters and page, kept in the address. A changed filter starts at the first page. */
export function useGrantListState(usual: Direction) {
  const [{ direction = usual, ...state }, set] = useUrlState(FIELDS);
  const filter = (change: Partial<Pick<typeof state, 'state' | 'q'>>) => set({ ...change, page: 1 });
  return {
    state: { direction, ...state },
    set,
    filter,
    filtered: state.q !== '' || state.state !== undefined,
    clear: () => filter({ q: '', state: undefined }),
    turn: (to: Direction) =>
      set({ direction: to === usual ? undefined : to, state: undefined, page: 1 }, { push: true }),
  };
}

export type GrantListState = ReturnType<typeof useGrantListState>;
