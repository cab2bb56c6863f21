import type { Db } from '../src/platform/postgres/client.ts';

/** A database that answers nothing while it `isAway`, as one that is being restarted. */
export function failingDb(db: Db): { db: Db; isAway: boolean; refused: number } {
  const state = { db, isAway: false, refused: 0 };
  state.db = db.withPlugin({
    transformQuery({ node }) {
      if (!state.isAway) return node;
      state.refused += 1;
      throw Object.assign(new Error('terminating connection due to administrator command'), {
        code: '57P01',
      });
    },
    transformResult: async ({ result }) => result,
  });
  return state;
}
