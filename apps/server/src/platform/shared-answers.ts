/** Answers that cost much and change seldom: whoever asks for the same meanwhile gets the same. */
export interface SharedAnswers<Answer> {
  /** The answer of this key, if it is not too old, else what `find` finds. */
  get(key: string, find: () => Promise<Answer>): Promise<Answer>;
  /** The answer of this key, if it is kept or on its way. */
  known(key: string): Promise<Answer> | undefined;
}

interface Kept<Answer> {
  at: number;
  answer: Promise<Answer>;
}

interface SharedAnswersOptions<Answer> {
  keepMs: number;
  /** Whether an answer is worth keeping. One that fails is not. */
  keeps: (answer: Answer) => boolean;
  /** Beyond it the oldest go. */
  most: number;
  now: () => number;
}

export function createSharedAnswers<Answer>({
  keepMs,
  keeps,
  most,
  now,
}: SharedAnswersOptions<Answer>): SharedAnswers<Answer> {
  const kept = new Map<string, Kept<Answer>>();
  const known = (key: string) => {
    const one = kept.get(key);
    return one && now() - one.at < keepMs ? one.answer : undefined;
  };
  return {
    known,
    get(key, find) {
      const answered = known(key);
      if (answered) return answered;
      kept.delete(key);
      const answer = find();
      const mine = { at: now(), answer };
      kept.set(key, mine);
      const forget = () => kept.get(key) === mine && kept.delete(key);
      answer.then((found) => keeps(found) || forget(), forget);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
      return answer;
    },
  };
}
