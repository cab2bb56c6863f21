/** The oldest running import of a person. */
export interface WaitingImport {
  id: number;
  userId: number;
  /** Whose imports take turns: those of the organisation in which its person is now, or of somebody without one. */
  side: number;
  isNewcomer: boolean;
}

/**
 * Whose turn it is, round by round. In each round every organisation that is there longer has one, with the import of whoever of its people was served longest ago, so that no
 * customer's tables keep the installer's waiting. Accounts are made at will: of new organisations as many have a turn in a round as of those, one at least.
 */
export function createTurnsOfImports() {
  /** When people and sides were served, by a number that grows. */
  const served = new Map<string, number>();
  let now = 0;
  const last = (key: string) => served.get(key) ?? 0;
  const serve = (key: string) => {
    now += 1;
    served.set(key, now);
  };

  return {
    next<Waiting extends WaitingImport>(waiting: readonly Waiting[]): Waiting[] {
      const sides = [...Map.groupBy(waiting, ({ side }) => side)].map(([side, own]) => ({
        key: `side ${side}`,
        isNewcomer: own.some(({ isNewcomer }) => isNewcomer),
        first: own.toSorted(
          (a, b) => last(`person ${a.userId}`) - last(`person ${b.userId}`) || a.id - b.id,
        )[0]!,
      }));
      const inTurn = sides.toSorted((a, b) => last(a.key) - last(b.key) || a.first.id - b.first.id);
      const older = inTurn.filter((side) => !side.isNewcomer);
      const newer = inTurn.filter((side) => side.isNewcomer);
      const round = [...older, ...(older.length > 0 ? newer.slice(0, older.length) : newer)];
      for (const { key, first } of round) {
        serve(key);
        serve(`person ${first.userId}`);
      }
      return round.map(({ first }) => first);
    },
  };
}
