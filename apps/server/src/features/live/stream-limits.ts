import { AppError } from '../../platform/errors.ts';
import { GroupCount } from '../../platform/group-count.ts';

/** Open streams of one person with all API keys, or of one network of visitors: a visible tab keeps one. */
const MOST_EACH = 50;
const MOST_IN_ALL = 20_000;

/** Counts open streams, so that one session cannot open any number of them. */
export interface StreamLimits {
  /** Counts one more and answers the function that ends it. Throws AppError `tooManyRequests`. */
  enter(person: string): () => void;
}

export function createStreamLimits({ each = MOST_EACH, inAll = MOST_IN_ALL } = {}): StreamLimits {
  const open = new GroupCount<string>();
  let total = 0;
  return {
    enter(person) {
      if (open.of(person) >= each || total >= inAll) throw new AppError('tooManyRequests');
      open.change(person, 1);
      total += 1;
      let over = false;
      return () => {
        if (over) return;
        over = true;
        total -= 1;
        open.change(person, -1);
      };
    },
  };
}
